import { once } from 'node:events';
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBare } from '../../src/station/store/sqlite/database.ts';
import { patience } from '../support/patience.ts';
import { times } from '../support/times.ts';
import { oneSentence, programs, ready, realMain, STOPPED_FIRST } from './programs.ts';

const { scratch, folder, weatherglass, homeAround, dispatched } = programs();

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
    expect(await dispatched(['--help'])).toEqual({ code: 0, out: expect.stringContaining('weatherglass'), err: '' });
    for (const command of ['kiosk', 'serve', 'seed', 'backtest', 'doctor', 'backup', 'restore', 'pin']) {
      const { code, out } = await dispatched([command, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`weatherglass ${command}`);
    }
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
