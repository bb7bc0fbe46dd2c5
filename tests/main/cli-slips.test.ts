import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/main/command.ts';
import { PATIENCE_MS, patience } from '../support/patience.ts';
import { oneSentence, programs, realMain, root } from './programs.ts';

const { scratch, running, folder, weatherglass, homeAround, dispatched } = programs();

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
