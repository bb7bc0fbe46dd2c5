import { aborted, never } from '../base/clock.ts';
import { nearest } from '../config/problems.ts';
import { isStoreRefusal } from '../station/store/sqlite/store-refusal.ts';
import { programVersion } from './app-root.ts';
import { type Command, EXIT, type Io } from './command.ts';
import { exitNow, leave } from './ending/leaving.ts';
import { stationEnvironment } from './release/station-record.ts';
import { StoppedFirst, UsageError, UserError, whyRefused } from './user-error.ts';

interface Entry {
  about: string;
  usage: string;
  load: () => Promise<{ run: Command }>;
}

const PLACE = `  --config FILE   settings file (default: ~/.config/weatherglass/config.yaml)
  --data DIR      data folder (default: ~/.local/share/weatherglass)`;
const COMMON = `${PLACE}
  --host H        address to listen on; 127.0.0.1 allows only this computer (default: 0.0.0.0)
  --port N        port to listen on, 0 picks a free one (default: 8000)
  --source S      auto | simulator | simulator:outdoors | sense-hat | ecowitt | rtl433 |
                  tempest | davis | kernel | mqtt | replay:FILE (default: auto)
  --speed N       speed of a replayed file, 1 is real time (default: 1)
  --demo          years of simulated weather in a folder of its own (default: ~/.local/share/weatherglass-demo)`;

const commands: Record<string, Entry> = {
  kiosk: {
    about: 'station, API and a fullscreen window on this screen (default)',
    usage: `weatherglass kiosk [options]\n\n  --headless      run without a window, and do not download one\n${COMMON}`,
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
${PLACE}`,
    load: () => import('./commands/seed.ts'),
  },
  backtest: {
    about: 'replay a recorded file through the forecasts and score them',
    usage: `weatherglass backtest FILE.csv[.gz] --lat DEG --lon DEG --altitude M --tz ZONE
                      [--indoors] [--warmup-days 60] [--from DATE] [--to DATE] [--rain | --alarms]
                      [--json] [--svg DIR]`,
    load: () => import('./commands/backtest.ts'),
  },
  backup: {
    about: 'write a checked copy of the database',
    usage: 'weatherglass backup FILE [--data DIR]',
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    about: 'replace the database with a backup; the old one is kept',
    usage: 'weatherglass restore FILE [--data DIR]',
    load: () => import('./commands/restore.ts'),
  },
  import: {
    about: 'bring in the history of another station',
    usage: `weatherglass import FILE... [--dry-run] [--yes] [--json] [options]
       weatherglass import --list [--json] | --undo JOB --yes [--json]

  FILE            WeeWX database, Cumulus month log, Ecowitt, Ambient, Weather Underground or other CSV,
                  our own CSV or database
  --dry-run       say what the files hold and write nothing
  --yes           import without a question
  --air A         indoor | outdoor: the air that this station's own board measures (default: the setting site.indoors)
  --units U       units of files that name none, for example C,hPa,m/s,mm
  --dates O       dmy | mdy: order of dates such as 02/08/2022
  --zone Z        time zone of the file (default: the setting site.timezone)
  --map NAME      a mapping of columns: import-maps/NAME.json in the data folder
  --list          list the imports
  --undo JOB      remove what an import has added
${PLACE}`,
    load: () => import('./commands/import.ts'),
  },
  export: {
    about: 'write the history as CSV, for SQL or WeeWX, or into Home Assistant',
    usage: `weatherglass export FILE [--to csv] [--layout wide|long] [--flags none|each|one] [--provenance] [options]
       weatherglass export FILE --to sqlite
       weatherglass export FILE --to weewx [--units us|metric|metricwx]
       weatherglass export ADDRESS --to home-assistant [--prefix NAME]

  FILE            a new file; - writes CSV to standard output
  ADDRESS         Home Assistant, such as http://homeassistant.local:8123; its token is read from standard input or HASS_TOKEN
  --to F          csv, sqlite (everything, the same as weatherglass backup), weewx or home-assistant (default: csv)
  --from DAY      first day, such as 2026-01-31 (default: the first there is)
  --until DAY     last day (default: today)
  --layout L      wide: a line for each row; long: a line for each value, of every quantity (default: wide)
  --units U       CSV: metric or imperial, named in the columns. WeeWX: us, metric or metricwx (default: metricwx)
  --flags F       quality flags: none, each (a column for each signal) or one (one column) (default: none)
  --provenance    add whether a row was measured, or which import brought it
  --prefix NAME   begins the statistic ids: weatherglass:NAME_temperature
  --json          print {"file", "bytes", "rows"}, or {"address", "sent"}
${PLACE}`,
    load: () => import('./commands/export.ts'),
  },
  doctor: {
    about: 'check the machine, board and settings, and show how to fix each fault',
    usage: `weatherglass doctor [--json] [--root DIR] [options]\n\n${COMMON}`,
    load: () => import('./commands/doctor.ts'),
  },
  upgrade: {
    about: 'install another version, and undo it if it does not measure',
    usage: `weatherglass upgrade [FILE.deb] | --check | --wanted

  FILE.deb   a package; without one, the newest that apt knows
  --check    say whether there is a newer version
  --wanted   install the version that the fleet asks for, and nothing else`,
    load: () => import('./commands/upgrade.ts'),
  },
  rollback: {
    about: 'go back to the previous version',
    usage: 'weatherglass rollback',
    load: () => import('./commands/rollback.ts'),
  },
  hub: {
    about: 'show many stations together, stored in a time series database',
    usage: `weatherglass hub --engine URL [--host H] [--port N] [--data DIR] [--alerts FILE] [--allow-host NAME]...
       weatherglass hub add NAME [--login LOGIN] | revoke NAME | remove NAME [--yes] | rotate NAME | list | htpasswd  [--data DIR]
       weatherglass hub notice TEXT [--share PERCENT] [--only LOGIN]... | notice --withdraw ID | notices  [--data DIR]
       weatherglass hub add-csv FILE --url URL --to FOLDER | add-csv FILE --dry-run  [--data DIR]
       weatherglass hub person add NAME [--role ROLE] [--group GROUP]... | person set NAME --role ROLE [--group GROUP]...  [--data DIR]
       weatherglass hub person password NAME | person remove NAME [--yes] | people | audit [--of NAME] [--last N]  [--data DIR]
       weatherglass hub keep [LOGIN | --group GROUP] [--days N | --for-ever] [--yes] | erase LOGIN [--yes]  [--engine URL] [--data DIR]
       weatherglass hub export --from DAY --to DAY [--group GROUP] [--format csv|lines]  [--engine URL] [--data DIR]
       weatherglass hub wave VERSION [--group GROUP] [--share PERCENT] | wave --pause ID | --resume ID | --withdraw ID | waves  [--data DIR]
       weatherglass hub token add NAME [--role ROLE] [--group GROUP]... [--days N] | token revoke NAME | tokens  [--data DIR]
       weatherglass hub alerts [--test] [--alerts FILE]  [--data DIR]

  --engine URL       the database: http://127.0.0.1:8428 (VictoriaMetrics), influx+http://127.0.0.1:8086 (InfluxDB 1.x)
  --host H           address to listen on (default: 127.0.0.1)
  --port N           port to listen on, 0 picks a free one (default: 8010)
  --data DIR         data folder of the hub (default: ~/.local/share/weatherglass-hub)
  --alerts FILE      settings of the alerts (default: alerts.yaml in the data folder)
  --allow-host NAME  another host name the hub answers to

  add NAME           add a station; prints its login and secret, once
  revoke NAME        refuse a station from now on; its data stay
  remove NAME        remove a station for good; its data stay, its login is never reused
  rotate NAME        give a station a new secret; the old one stops working
  list               list the stations (--json for programs)
  htpasswd           the logins as nginx reads them
  notice TEXT        show a message on the stations; repeat it to change the stations
  notices            list messages and their reach (--json for programs)
  add-csv FILE       add or change the stations of a CSV file (name, place, group, login)
  person add NAME    let a person log in to the page; prints the password, once
  person set NAME    give a person another role or other groups
  person password NAME  give a person a new password
  person remove NAME    end a person's logins
  people             list the people who can log in (--json for programs)
  audit              list who did what (--json for programs)
  keep               how long readings are kept; older ones are deleted every day
  erase LOGIN        erase a station with all its readings
  export             write all readings of a period to the standard output
  wave VERSION       ask stations for a version; waves reports (--json for programs)
  token add NAME     let a program in, such as Prometheus; prints its token, once
  alerts             list who receives alerts; --test sends each a test

  --yes              remove, erase or delete without a question
  --share PERCENT    of a message or a wave: this share of stations (default: 100)
  --only LOGIN       show it on this station; can be repeated
  --withdraw ID      withdraw a message or a wave
  --pause ID         pause a wave; --resume ID continues it
  --days N           keep readings for so long; a token is valid for so long (default of a token: 365)
  --from, --to DAY   the period, in days of UTC; the second day is not included
  --url URL          address of this hub in the stations' settings
  --to FOLDER        new folder for settings files and sheets to print
  --dry-run          say what would be done, and each line's fault
  --role ROLE        operator, teacher or viewer (default: viewer)
  --group GROUP      only stations of this group; of a teacher, the groups looked after (can be repeated)
  --of NAME          only what was done to this station or person
  --last N           how many entries (default: 50)`,
    load: () => import('./commands/hub.ts'),
  },
  pin: {
    about: 'make the PIN hash for the setting access.pin_hash',
    usage: 'weatherglass pin          (reads the PIN from the terminal or from standard input)',
    load: () => import('./commands/pin.ts'),
  },
};

function help(): string {
  const list = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`);
  return `Weatherglass, a weather station for the home that tells the truth about how much it knows.

usage: weatherglass [command] [options]      weatherglass COMMAND --help      weatherglass --version

${list.join('\n')}

Options of every command that runs the station:
${COMMON}
`;
}

export async function main(args: string[], stop?: AbortSignal): Promise<void> {
  const io: Io = { stdout: process.stdout, stderr: process.stderr, env: process.env, stop };
  // A reader that has seen enough (weatherglass backtest … | head) is no fault of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    exitNow(error.code === 'EPIPE' ? EXIT.done : EXIT.refused),
  );
  const code = await dispatch(args, io);
  await Promise.race([outputTaken(), aborted(stop ?? never)]); // a stop waits for no reader
  await leave(code);
}

/** Waits until the reader has all: a pipe takes 64 KiB at a time, and `exit` would drop the rest. */
const outputTaken = () => new Promise((taken) => process.stdout.write('', taken));

export async function dispatch(args: string[], io: Io): Promise<number> {
  try {
    return await command(args, { ...io, env: stationEnvironment(io.env) });
  } catch (error) {
    const sentence = error instanceof UserError || isStoreRefusal(error) ? error.message : whyRefused(error);
    io.stderr.write(`weatherglass: ${sentence}\n`);
    if (error instanceof StoppedFirst) return EXIT.done;
    return error instanceof UsageError ? EXIT.usage : EXIT.refused;
  }
}

async function command(args: string[], io: Io): Promise<number> {
  const named = args[0] !== undefined && !args[0].startsWith('-');
  const rest = named ? args.slice(1) : args;
  const ownOptions = rest.slice(0, [...rest, '--'].indexOf('--')); // behind it are words, whatever they look like
  const asksFor = (...options: string[]) => ownOptions.some((arg) => options.includes(arg));
  if (asksFor('--version', '-V') || args[0] === 'version') {
    io.stdout.write(`weatherglass ${programVersion()}\n`);
    return EXIT.done;
  }
  const topic = args[0] === 'help' ? rest[0] : named ? args[0] : undefined;
  if (args[0] === 'help' || asksFor('--help', '-h')) {
    io.stdout.write(topic === undefined ? help() : `usage: ${entryOf(topic).usage}\n\n${entryOf(topic).about}\n`);
    return EXIT.done;
  }
  const { run } = await entryOf(named ? args[0]! : 'kiosk').load();
  return run(rest, io);
}

function entryOf(name: string): Entry {
  if (Object.hasOwn(commands, name)) return commands[name]!;
  const near = nearest(name, Object.keys(commands));
  const hint = near ? `did you mean ${near}?` : `known: ${Object.keys(commands).join(', ')}.`;
  throw new UsageError(`unknown command "${name}"; ${hint}`);
}
