import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeCrashReport } from '../../src/main/ending/crash-report.ts';
import { LIMIT_MS } from '../../src/main/ending/stop-signals.ts';
import { systemd } from '../../src/main/machine/systemd.ts';
import { FakeClock } from '../support/fake-clock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'stopping-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const newFolder = (): string => mkdtempSync(join(scratch, 'of-'));

/** A small program of its own: signals and deaths are the process's, not the test runner's. */
function run(code: string) {
  const src = new URL('../../src/main/', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code.replaceAll('SRC/', src)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (out += String(chunk)));
  // Not at its exit: what it said last may not have been read by then.
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const says = (word: string) => until(() => out.includes(word));
  return { child, exit, says, out: () => out };
}

/** Who never comes to hold ends at the test's own limit. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a stop', () => {
  const program = (stop: string) => `import { onStopSignal } from 'SRC/ending/stop-signals.ts';
    onStopSignal(${stop}, (code) => process.exit(code), 400); setInterval(() => {}, 1000); console.log('up');`;

  it('saves, then exits with 0', async () => {
    const { child, exit, says, out } = run(program(`async () => { console.log('saved'); }`));
    await says('up');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(out()).toContain('saved');
  });
  it('is forced by a second signal', async () => {
    const stop = `() => { console.log('stopping'); return new Promise(() => {}); }`;
    const later = `const now = performance.now.bind(performance);
      process.on('SIGUSR2', () => { performance.now = () => now() + 600; console.log('later'); });`;
    const { child, exit, says } = run(later + program(stop).replace('400', '60000'));
    await says('up');
    child.kill('SIGTERM');
    await says('stopping');
    child.kill('SIGUSR2');
    await says('later');
    child.kill('SIGTERM');
    expect(await exit).toBe(1);
  });
  it('is not forced by the echo of the first signal', async () => {
    const both = `let heard = 0;
      const both = new Promise((done) => { for (const signal of ['SIGINT', 'SIGTERM'])
        process.on(signal, () => { if (++heard === 2) setImmediate(done); }); });`;
    // Both come at once, however long this process waits for a core between them.
    const still = 'const at = performance.now(); performance.now = () => at;'; // now: the program's own, held still
    const { child, exit, says } = run(still + both + program('() => both').replace('400', '60000'));
    await says('up');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });
  it('that takes too long is cut short and says so', async () => {
    const { child, exit, says, out } = run(program('() => new Promise(() => {})'));
    await says('up');
    child.kill('SIGINT');
    expect(await exit).toBe(1);
    expect(out()).toContain('leaving anyway');
  });
  it('leaves three seconds for the exit before its unit kills it: the threads of a busy board take so long', () => {
    const text = readFileSync(new URL('../../deploy/weatherglass.service', import.meta.url), 'utf8');
    const givenMs = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]) * 1000;
    expect(LIMIT_MS + 3000).toBeLessThan(givenMs);
  });
  it('that fails is told and exits with 1', async () => {
    const { child, exit, says, out } = run(program(`async () => { throw new Error('disk full'); }`));
    await says('up');
    child.kill('SIGTERM');
    expect(await exit).toBe(1);
    expect(out()).toContain('disk full');
  });
});

/** Path of a pipe on which a read waits for ever, as for a driver that hangs. */
const fifo = (): string => {
  const path = join(newFolder(), 'fifo');
  execFileSync('mkfifo', [path]);
  return path;
};

/** Beside each other: one of them waits a second for a read. */
describe.concurrent('the end of the process', () => {
  const stopping = `import { onStopSignal } from 'SRC/ending/stop-signals.ts';
    import { leave } from 'SRC/ending/leaving.ts';
    import { openLog, outliveReaders } from 'SRC/log.ts';
    import { open } from 'node:fs/promises';
    outliveReaders();
    onStopSignal(async () => {}, (code) => void leave(code), 400); setInterval(() => {}, 1000);`;

  it('does not wait for a driver that never answers a read', async () => {
    const reading = `${stopping} const device = await open('${fifo()}', 'r+');
      void device.read(Buffer.alloc(1)); console.log('up');`;
    const { child, exit, says } = run(reading);
    await says('up');
    child.kill('SIGTERM');
    await exit;
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('does not wait for a thread that is deep in SQLite, whoever ends it', async () => {
    const query =
      'WITH RECURSIVE n(i) AS (SELECT begun() UNION ALL SELECT i + 1 FROM n WHERE i < 300000000) SELECT sum(i) FROM n';
    const deep = `const { parentPort } = require("node:worker_threads"); const db = new (require("better-sqlite3"))(":memory:");
      db.function("begun", () => { parentPort.postMessage("up"); return 1; }); db.prepare("${query}").get();`;
    const threaded = `${stopping} import { Worker } from 'node:worker_threads';
      const worker = new Worker(${JSON.stringify(deep)}, { eval: true, execArgv: [] });
      worker.on('message', (word) => { console.log(word); void worker.terminate(); });`;
    const { child, exit, says } = run(threaded);
    await says('up');
    child.kill('SIGTERM');
    await exit;
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('does not wait for a reader of its log who does not read', async () => {
    const path = fifo();
    const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK); // a reader, as far as the kernel knows
    const src = new URL('../../src/main/', import.meta.url).href;
    const code = `${stopping} const log = openLog('info'); for (let i = 0; i < 3000; i++) log.info('x'.repeat(1000));
      console.log('up');`
      .replaceAll('SRC/', src)
      .replace('400', '30000');
    const stderr = openSync(path, constants.O_WRONLY);
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
      stdio: ['ignore', 'pipe', stderr],
    });
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
    await new Promise((resolve) => child.stdout!.once('data', resolve));
    child.kill('SIGTERM');
    expect(await exit).toBe(0); // by itself
    closeSync(held);
    closeSync(stderr);
  });

  it('is no crash when its starter has gone', async () => {
    const folder = newFolder();
    const { child, exit, says } = run(`${stopping.replace('400', '30000')} import { appendFileSync } from 'node:fs';
      const log = openLog('info'); console.log('up');
      setInterval(() => { log.info('still here'); console.log('and here'); appendFileSync('${folder}/lines', '.'); }, 20);`);
    const lines = () => (existsSync(join(folder, 'lines')) ? readFileSync(join(folder, 'lines')).length : 0);
    await says('up');
    child.stdout.destroy();
    child.stderr.destroy();
    const before = lines();
    await until(() => lines() > before + 5 || child.exitCode !== null);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });
});

describe('a crash', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });
  const program = (death: string, flush = 'async () => console.log("flushed")') => `
    import { installCrashReports } from 'SRC/ending/crash-report.ts';
    import { systemClock } from 'SRC/clock.ts';
    installCrashReports('${folder}', { version: '1.0.0', mode: 'serve' }, systemClock, ${flush}, undefined, 300); // now: a program of its own
    setInterval(() => {}, 1000); setTimeout(() => { ${death} }, 10);`;
  const reports = () => readdirSync(join(folder, 'crashes'));

  it.each([
    ['an exception', `throw new Error('broken promise');`],
    ['a rejection', `void Promise.reject(new Error('broken promise'));`],
  ])('by %s nobody caught leaves a report, saves and exits with 1', async (_name, death) => {
    const { exit, out } = run(program(death));
    expect(await exit).toBe(1);
    expect(out()).toContain('flushed');
    const report = JSON.parse(readFileSync(join(folder, 'crashes', reports()[0]!), 'utf8'));
    expect(report).toMatchObject({ mode: 'serve', message: 'broken promise', version: '1.0.0' });
    expect(report.stack.join('\n')).toContain('broken promise');
  });
  it('whose saving hangs ends all the same', async () => {
    const { exit } = run(program(`throw new Error('x');`, '() => new Promise(() => {})'));
    expect(await exit).toBe(1);
  });
  it('ends while a driver never answers a read', async () => {
    const reading = `import { open } from 'node:fs/promises'; const device = await open('${fifo()}', 'r+');
      void device.read(Buffer.alloc(1));`;
    const { child, exit } = run(reading + program(`throw new Error('x');`));
    await exit;
    expect(child.signalCode).toBe('SIGKILL');
  });
  it('leaves at most ten reports, the newest', () => {
    for (let i = 0; i < 14; i++)
      writeCrashReport(folder, new Error(`n${i}`), { version: '1', mode: 'serve' }, new FakeClock(1_750_000_000 + i));
    expect(reports()).toHaveLength(10);
    expect(readFileSync(join(folder, 'crashes', reports().at(-1)!), 'utf8')).toContain('n13');
  });
});

describe('systemd', () => {
  const env = { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '90000000' };
  const spy = () => {
    const sent: string[][] = [];
    return { sent, send: async (lines: readonly string[]) => void sent.push([...lines]) };
  };

  it('is told when the station is ready and when it stops', async () => {
    const { sent, send } = spy();
    const notify = systemd(env, send);
    await notify.ready('http://0.0.0.0:8000');
    notify.stopping();
    expect(sent).toEqual([
      ['READY=1', 'STATUS=http://0.0.0.0:8000'],
      ['--no-block', 'STOPPING=1'],
    ]);
  });
  it('is asked for more time before a start that may take long', async () => {
    const { sent, send } = spy();
    await systemd(env, send).starting('opening 107 MB of history', 231.2);
    expect(sent).toEqual([['STATUS=opening 107 MB of history', 'EXTEND_TIMEOUT_USEC=231200000']]);
  });
  it('has its watchdog fed three times a period while the station is alive, well or not, and never when it hangs', async () => {
    const { sent, send } = spy();
    const clock = new FakeClock();
    const end = new AbortController();
    let [alive, status] = [true, 'measuring'];
    const fed = () => sent.filter((lines) => lines.includes('WATCHDOG=1')).length;
    void systemd(env, send).watch(
      () => alive,
      () => status,
      clock,
      end.signal,
    );
    await clock.advance(89_000);
    expect(fed()).toBe(3);
    status = 'The disk cannot be written';
    await clock.advance(180_000);
    expect(fed()).toBe(9); // a full disk is no reason to die: six hours of samples wait in memory
    expect(sent.filter((lines) => lines.includes(`STATUS=${status}`))).toHaveLength(1);
    [alive, status] = [false, 'no fresh sample'];
    await clock.advance(180_000);
    expect(fed()).toBe(9);
    expect(sent.at(-1)).toEqual(['STATUS=no fresh sample']);
    [alive, status] = [true, 'measuring'];
    sent.length = 0;
    await clock.advance(31_000);
    expect(sent).toContainEqual(['WATCHDOG=1', 'STATUS=measuring']);
    end.abort();
  });
  it('is left alone where there is none', async () => {
    const { sent, send } = spy();
    const notify = systemd({}, send);
    await notify.ready('x');
    await notify.watch(
      () => true,
      () => 'measuring',
      new FakeClock(),
      new AbortController().signal,
    );
    expect(sent).toEqual([]);
  });
});
