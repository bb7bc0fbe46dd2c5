import { UserError } from './settings.ts';

/** What a sub-command may touch of the world outside. */
export interface Io {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  env: NodeJS.ProcessEnv;
}

/** Answers the exit code. Runs until it is done; a service runs until it is told to stop. */
export type Command = (args: string[], io: Io) => Promise<number>;

interface Entry {
  about: string;
  usage: string;
  load: () => Promise<{ run: Command }>;
}

const COMMON = `  --config FILE   settings file (default: ~/.config/weatherglass/config.yaml)
  --data DIR      where everything measured and learned lives (default: ~/.local/share/weatherglass)
  --host H        address to listen on; 127.0.0.1 closes the station to the LAN (default: 0.0.0.0)
  --port N        port to listen on, 0 picks a free one (default: 8000)
  --source S      auto | simulator | sense-hat | replay:FILE (default: auto)
  --speed N       how many times faster than life a replayed file runs (default: 1)`;

const commands: Record<string, Entry> = {
  kiosk: {
    about: 'station, API and a fullscreen window on this screen (default)',
    usage: `weatherglass kiosk [options]\n\n${COMMON}`,
    load: () => import('./commands/kiosk.ts'),
  },
  serve: {
    about: 'station and API without a window',
    usage: `weatherglass serve [options]\n\n${COMMON}`,
    load: () => import('./commands/serve.ts'),
  },
  seed: {
    about: 'fill the history with simulated weather',
    usage: `weatherglass seed [--days N] [--seed S] [--end EPOCH] [--step SECONDS] [options]

  --days N        days of history (default: 30)
  --seed S        seed of the weather (default: the setting sensors.simulator_seed)
  --end EPOCH     last moment, epoch seconds (default: now)
  --step SECONDS  spacing of the samples (default: 30)
${COMMON.split('\n').slice(0, 2).join('\n')}`,
    load: () => import('./commands/seed.ts'),
  },
  backtest: {
    about: 'replay a recorded file through the forecasts and score them',
    usage: `weatherglass backtest FILE.csv[.gz] --lat DEG --lon DEG --altitude M --tz ZONE
                      [--indoors] [--warmup-days 60] [--from DATE] [--to DATE] [--rain] [--json] [--svg DIR]`,
    load: () => import('./commands/backtest.ts'),
  },
  backup: {
    about: 'write a checked copy of the database',
    usage: 'weatherglass backup FILE [--data DIR]',
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    about: 'put a backup in place of the database; the old one is kept aside',
    usage: 'weatherglass restore FILE [--data DIR]',
    load: () => import('./commands/restore.ts'),
  },
  doctor: {
    about: 'check the machine, the board and the settings, and say what mends each fault',
    usage: `weatherglass doctor [--json] [--root DIR] [options]\n\n${COMMON}`,
    load: () => import('./commands/doctor.ts'),
  },
  pin: {
    about: 'make the hash for the setting access.pin_hash',
    usage: 'weatherglass pin          (reads the PIN from the terminal or from standard input)',
    load: () => import('./commands/pin.ts'),
  },
};

function help(): string {
  const list = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`);
  return `Weatherglass, a weather station for the home that tells the truth about how much it knows.

usage: weatherglass [command] [options]      weatherglass COMMAND --help

${list.join('\n')}

Options of every command that runs the station:
${COMMON}
`;
}

export async function main(args: string[]): Promise<void> {
  const io: Io = { stdout: process.stdout, stderr: process.stderr, env: process.env };
  // Exits by itself: a read of a hanging 1-wire probe would keep its thread, and with it the process, alive.
  process.exit(await dispatch(args, io));
}

export async function dispatch(args: string[], io: Io): Promise<number> {
  const named = args[0] !== undefined && !args[0].startsWith('-');
  const name = named ? args[0]! : 'kiosk';
  const rest = named ? args.slice(1) : args;
  if (name === 'help' || (!named && (rest.includes('--help') || rest.includes('-h')))) {
    io.stdout.write(help());
    return 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name]! : null;
  if (!entry) {
    io.stderr.write(`weatherglass has no command "${name}"; known: ${Object.keys(commands).join(', ')}.\n`);
    return 1;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    io.stdout.write(`usage: ${entry.usage}\n\n${entry.about}\n`);
    return 0;
  }
  try {
    const { run } = await entry.load();
    return await run(rest, io);
  } catch (error) {
    if (!isForTheUser(error)) throw error;
    io.stderr.write(`weatherglass: ${error.message}\n`);
    return 1;
  }
}

/** A UserError, or a slip on the command line as node:util tells it. */
const isForTheUser = (error: unknown): error is Error =>
  error instanceof UserError ||
  (error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));
