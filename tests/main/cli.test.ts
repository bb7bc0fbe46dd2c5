import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/main/command.ts';
import { openBare } from '../../src/station/store/sqlite/database.ts';
import { command } from '../support/command.ts';
import { PATIENCE_MS, patience } from '../support/patience.ts';
import { times } from '../support/times.ts';

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-cli-'));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  done: Promise<number | null>;
}

function weatherglass(args: string[], env: Record<string, string> = {}, home = root): Run {
  const child = spawn(process.execPath, [join(home, 'bin/weatherglass.mjs'), ...args], {
    env: { PATH: process.env['PATH']!, HOME: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const text = { out: '', err: '' };
  child.stdout!.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    text.err += chunk;
  });
  const done = new Promise<number | null>((resolve) =>
    // Not at its exit: what it said last may not have been read by then.
    child.on('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return { child, out: () => text.out, err: () => text.err, done };
}

async function ready(run: Run): Promise<string> {
  for (const waiting = patience(240_000); waiting(); ) {
    const line = /^weatherglass ready (\S+)$/m.exec(run.out());
    if (line) return line[1]!;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not ready: ${run.out()}${run.err()}`);
}

const realMain = JSON.stringify(join(root, 'dist/main/cli.js'));

/** A folder with the program in which `cli` stands around the real one. */
function homeAround(cli: string): string {
  const home = folder();
  mkdirSync(join(home, 'bin'), { recursive: true });
  mkdirSync(join(home, 'dist/main'), { recursive: true });
  copyFileSync(join(root, 'bin/weatherglass.mjs'), join(home, 'bin/weatherglass.mjs'));
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  writeFileSync(join(home, 'dist/main/cli.js'), cli);
  return home;
}

/** A command line in this process, for what ends at its words: a program starts once for each way to end, not for each word. */
const dispatched = (args: string[]) => command(args, { HOME: scratch });

const STOPPED_FIRST = 'weatherglass: Stopped as asked, before the start was complete.';
const oneSentence = (text: string): boolean => text.trim().split('\n').length === 1 && !/\n\s+at /.test(text);
let folders = 0;
const folder = () => join(scratch, `data${folders++}`);

describe('weatherglass serve', () => {
  it('goes on with what was seeded: one line when it is ready, on this machine alone when it is told so, and a stop in order with a stream open', async () => {
    const data = folder();
    expect(await dispatched(['seed', '--days', '0.5', '--data', data])).toMatchObject({
      code: 0,
      err: expect.stringContaining('0.5 days of simulated weather every 30 s'),
    });
    const here = ['--port', '0', '--host', '127.0.0.1'];
    const run = weatherglass(['serve', '--source', 'simulator', '--data', data, ...here]);
    const url = await ready(run);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { n } = (await (await fetch(`${url}/api/history?hours=12&max_points=5000`)).json()) as { n: number };
    expect(n).toBeGreaterThan(1400);
    const telemetry = (await (await fetch(`${url}/api/telemetry`)).json()) as { simulated: boolean };
    expect(telemetry.simulated).toBe(true);
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);
    const stream = await fetch(`${url}/api/stream`);
    const reader = stream.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^data: \{.*\}\n\n$/s);
    run.child.kill('SIGTERM');
    expect(await run.done).toBe(0);
    expect(run.out().trim().split('\n')).toHaveLength(1);
    let ended = false;
    for (let i = 0; i < 50 && !ended; i++) ended = (await reader.read().catch(() => ({ done: true }))).done;
    expect(ended).toBe(true);
  });

  it('stops in order, with one sentence, while its start waits for another program that has locked the database', async () => {
    const data = folder();
    expect(await dispatched(['seed', '--days', '0.1', '--data', data])).toMatchObject({ code: 0 });
    const other = openBare(join(data, 'weatherglass.db'));
    other.exec('BEGIN IMMEDIATE');
    const run = weatherglass(['serve', '--source', 'simulator', '--data', data, '--port', '0']);
    for (const waiting = patience(240_000); waiting() && !run.err().includes('Another program keeps the database'); )
      await new Promise((resolve) => setTimeout(resolve, 50));
    run.child.kill('SIGTERM');
    expect(await run.done).toBe(0);
    other.close();
    expect(run.err().trim().split('\n').slice(1)).toEqual([STOPPED_FIRST]);
    expect(run.out()).toBe('');
    expect(existsSync(join(data, 'weatherglass.pid'))).toBe(false);
  });

  it('stops in order, with one sentence, while systemd is asked for more time', async () => {
    const data = folder();
    mkdirSync(data);
    writeFileSync(join(data, 'weatherglass.db'), '');
    truncateSync(join(data, 'weatherglass.db'), 2e6);
    const helpers = folder();
    mkdirSync(helpers);
    const helper = '#!/bin/sh\ncase "$*" in *opening*) kill -TERM "$PPID" ;; esac\n';
    writeFileSync(join(helpers, 'systemd-notify'), helper, { mode: 0o755 });
    const env = { NOTIFY_SOCKET: '/nowhere', PATH: `${helpers}:${process.env['PATH']}` };
    const run = weatherglass(['serve', '--source', 'simulator', '--data', data, '--port', '0'], env);
    expect(await run.done).toBe(0);
    // A busy machine hears the signal once the damage has been found: that is told in the log, and no second sentence comes.
    const sentences = run
      .err()
      .split('\n')
      .filter((line) => !line.startsWith('{"level"'));
    expect([run.out(), ...sentences]).toEqual(['', STOPPED_FIRST, '']);
  });

  it.each([['serve'], ['--source', 'simulator'], ['hub', '--engine', 'http://127.0.0.1:9']])(
    '%s stops in order, with one sentence, also while the program is being loaded',
    async (...args) => {
      const home = homeAround(
        `export { main } from ${realMain};
         process.kill(process.pid, 'SIGTERM'); await new Promise((heard) => setTimeout(heard, 50));`,
      );
      const run = weatherglass([...args, '--data', folder(), '--port', '0'], {}, home);
      expect(await run.done).toBe(0);
      expect([run.out(), run.err()]).toEqual(['', `${STOPPED_FIRST}\n`]);
    },
  );
});

describe('a start that cannot be', () => {
  it('says in one sentence that the port is taken, and how to go on', async () => {
    const blocker = createServer().listen(0, '0.0.0.0');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const run = weatherglass(['serve', '--source', 'simulator', '--data', folder(), '--port', String(port)]);
    expect(await run.done).toBe(1);
    expect(run.err()).toContain(
      `Port ${port} is used by another program. Stop it, or choose another port with --port N`,
    );
    expect(oneSentence(run.err())).toBe(true);
    expect(run.out()).toBe('');
    blocker.close();
  });

  const refused = async (args: string[]): Promise<string> => {
    const { code, out, err } = await dispatched(args);
    expect([code, out, oneSentence(err)]).toEqual([1, '', true]);
    return err;
  };

  it('says that the data folder cannot be written', async () => {
    const file = join(scratch, 'a-file');
    writeFileSync(file, '');
    const said = await refused(['serve', '--source', 'simulator', '--data', join(file, 'data'), '--port', '0']);
    expect(said).toMatch(/The data folder .* is not a folder: choose another with --data/);
  });

  it('names the setting that does not fit', async () => {
    const config = join(scratch, 'bad.yaml');
    writeFileSync(config, 'server: { port: 99999 }\n');
    expect(await refused(['serve', '--config', config])).toContain(
      'server.port is 99999, must be a whole number from 0 to 65535',
    );
  });

  it('names a file to replay that is not there, or is no record', async () => {
    const missing = ['serve', '--source', 'replay:/no/such.csv', '--data', folder(), '--port', '0'];
    expect(await refused(missing)).toContain('/no/such.csv, does not exist');
    const record = join(scratch, 'no-record.csv');
    writeFileSync(record, `root:x:0:0:${'root:'.repeat(50)}\n`);
    // A program of its own, whose log would stand in what it says, too.
    const bad = weatherglass(['serve', '--source', `replay:${record}`, '--data', folder(), '--port', '0']);
    expect(await bad.done).toBe(1);
    expect(bad.err()).toContain(
      `The file to replay, ${record}, cannot be used: it does not begin with ts and columns such as `,
    );
    expect(oneSentence(bad.err())).toBe(true);
  });

  it('keeps made-up weather out of a history that is another board’s, unless forced', async () => {
    const data = folder();
    expect(await dispatched(['seed', '--days', '0.1', '--data', data])).toMatchObject({ code: 0 });
    const record = join(scratch, 'record.csv');
    writeFileSync(record, 'ts,temperature_c\n1700000000,10\n1700000300,11\n');
    const args = ['serve', '--source', `replay:${record}`, '--data', data, '--port', '0'];
    expect(await refused(args)).toContain('has the history of a simulator');
    const forced = weatherglass([...args, '--force']);
    const url = await ready(forced);
    expect(await (await fetch(`${url}/api/status`)).json()).toMatchObject({ hardware: 'replay' });
    forced.child.kill('SIGINT');
    expect(await forced.done).toBe(0);
  });

  it('ends, however often: no thread that still compiles is waited for in vain', async () => {
    for (let i = 0; i < times(4); i++) {
      const both = [weatherglass(['sreve']), weatherglass(['sreve'])];
      expect(await Promise.all(both.map(({ done }) => done))).toEqual([64, 64]);
      for (const { err } of both) expect(err()).toBe('weatherglass: unknown command "sreve"; did you mean serve?\n');
    }
  });

  it('explains each of its commands', async () => {
    const help = weatherglass(['--help']);
    expect(await help.done).toBe(0);
    expect(help.out()).toContain('weatherglass');
    for (const command of ['kiosk', 'serve', 'seed', 'backtest', 'doctor', 'backup', 'restore', 'pin']) {
      const { code, out } = await dispatched([command, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`weatherglass ${command}`);
    }
  });
});

describe('a slip on the command line', () => {
  it('--version answers, and starts nothing', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const run = weatherglass(['--version']);
    expect(await run.done).toBe(0);
    expect(run.out()).toBe(`weatherglass ${version}\n`);
    for (const args of [['serve', '--version'], ['-V']])
      expect(await dispatched(args)).toEqual({ code: 0, out: `weatherglass ${version}\n`, err: '' });
  });

  it.each([
    ['an option it does not know', ['serve', '--prot', '9301'], 64, 'did you mean --port?'],
    ['an option of the window it does not know', ['--prot', '9301'], 64, 'weatherglass kiosk has no option --prot'],
    ['an option of another command', ['pin', '--port', '1'], 64, 'has no option --port; it knows none'],
    [
      'a folder that is really the next option',
      ['serve', '--data', '--source', 'simulator'],
      64,
      '--data needs a value',
    ],
    ['an empty folder', ['serve', '--data', ''], 64, '--data is empty'],
    ['a word too many', ['serve', 'now'], 64, 'takes no more words; "now" was given'],
    ['a word that looks like an option', ['pin', '--', '--version'], 64, 'takes no more words; "--version" was given'],
    ['a port that is none', ['serve', '--port', '99999'], 1, 'server.port is 99999'],
    ['a record that is a folder', ['backtest', '/tmp', '--lat', '-33.9', '--lon', '-99.42'], 1, '/tmp'],
    ['a backup to standard output', ['backup', '-'], 64, 'A backup goes into a file, not to standard output.'],
    ['charts where no folder can be', ['backup', '/proc/x.db'], 1, 'There is no database'],
  ])('%s is refused in one sentence', async (_what, args, code, sentence) => {
    const told = await dispatched(args);
    expect(told).toEqual({ code, out: '', err: expect.stringContaining(sentence) });
    expect(oneSentence(told.err)).toBe(true);
  });

  it('a wrong option of a backtest is refused before its record is read', async () => {
    for (const name of ['lat', 'lon', 'altitude', 'tz', 'warmup-days', 'from', 'to']) {
      const { out, err } = await dispatched(['backtest', '/nowhere/record.csv', `--${name}`, 'x']);
      expect([out, err]).toEqual(['', expect.stringContaining(`--${name} is "x", expected`)]);
    }
  });

  it('nobody to type the PIN is refused in one sentence', async () => {
    const run = weatherglass(['pin']);
    expect(await run.done).toBe(1);
    expect(run.err()).toContain('A PIN has 4 to 12 digits');
    expect(oneSentence(run.err())).toBe(true);
    expect(run.out()).toBe('');
  });

  it('a restore that cannot be written says so, and a young history is counted', async () => {
    const data = folder();
    expect(await dispatched(['seed', '--days', '0.02', '--step', '30', '--data', data])).toMatchObject({ code: 0 });
    const file = join(scratch, 'young.db');
    expect(await dispatched(['backup', file, '--data', data])).toMatchObject({ code: 0 });
    const blocked = join(scratch, 'a-plain-file');
    writeFileSync(blocked, '');
    const refused = await dispatched(['restore', file, '--data', join(blocked, 'data')]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(blocked);
    expect(oneSentence(refused.err)).toBe(true);
    const restored = weatherglass(['restore', file, '--data', folder()]);
    expect(await restored.done).toBe(0);
    expect(restored.out()).toMatch(/^restored 5\d samples until /); // 29 minutes, two a minute
  });

  it('a list that is longer than a pipe is whole, however slow its reader', async () => {
    const data = folder();
    expect(await dispatched(['hub', 'add', 'north', '--data', data])).toMatchObject({ code: 0 });
    const file = join(data, 'stations.json');
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { stations: object[] };
    const stations = Array.from({ length: 2_000 }, (_, i) => ({ ...kept.stations[0], login: `north-${i}` }));
    writeFileSync(file, JSON.stringify({ ...kept, stations }));
    const slowly = [
      '-c',
      '{ "$0" "$@"; echo "exit $?" >&2; } | { sleep 1; cat; }',
      process.execPath,
      join(root, 'bin/weatherglass.mjs'),
    ];
    const child = spawn('sh', [...slowly, 'hub', 'list', '--json', '--data', data]);
    running.add(child);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect((JSON.parse(out) as typeof kept).stations).toHaveLength(2_000);
    expect(err).toBe('exit 0\n');
  });

  // The help is written without a wait: a signal in the next turn comes while the reader is waited for.
  it.each([
    [
      'before the help is written',
      "process.kill(process.pid, 'SIGTERM'); await new Promise((heard) => setTimeout(heard, 50));",
    ],
    ['while the reader is waited for', "setImmediate(() => process.kill(process.pid, 'SIGTERM'));"],
  ])('what nobody reads keeps no program that ends in order: a stop %s', async (_when, stopped) => {
    const home = homeAround(
      `import { main as begun } from ${realMain};
       export const main = async (...given) => {
         process.stdout.write('x'.repeat(1e6));
         ${stopped}
         await begun(...given);
       };`,
    );
    const child = spawn(process.execPath, [join(home, 'bin/weatherglass.mjs'), 'serve', '--help']);
    running.add(child);
    for (const waiting = patience(PATIENCE_MS); waiting() && child.exitCode === null; )
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(child.exitCode).toBe(0);
  });

  it('the table of exit codes in docs/use/commands.md is the program’s', () => {
    const commands = readFileSync(join(root, 'docs/use/commands.md'), 'utf8');
    const told = [...commands.matchAll(/^\| (\d+) \| /gm)].map((match) => Number(match[1]));
    expect(told).toEqual(Object.values(EXIT));
  });
});

describe('weatherglass kiosk', () => {
  it('serves headless where no window can open, and says why', async () => {
    const run = weatherglass(['kiosk', '--source', 'simulator', '--data', folder(), '--port', '0'], {
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    });
    const url = await ready(run);
    expect(run.err()).toMatch(/^weatherglass opens no window: .*there is no display/);
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
    run.child.kill('SIGTERM');
    expect(await run.done).toBe(0);
  });
});
