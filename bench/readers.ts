// What readers of the history wait, and what they do to the samples: a program over a history of ten years, asked by 1, 4 and 16 clients
// that each ask for something else again and again, no question twice. Of each kind of question how long its answer took; of the thread
// that samples how late a timer of ten milliseconds came; of the process its private memory. With --tree the same of another built
// tree, in turns with this one, so that a busy machine slows both.
// usage: readers [--tree PATH] [--years 10] [--clients 1,4,16] [--seconds 15] [--rounds 3]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { noise, writeHistory } from './_history-data.ts';
import { quantile } from './_http-load.ts';
import { rssAnonMb } from './_lateness.ts';
import { program, settled } from './_program.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    years: { type: 'string', default: '10' },
    clients: { type: 'string', default: '1,4,16' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
  },
});
const HOUR_S = 3600;
const DAY_S = 86_400;
const nowS = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S;

/** Questions of a page and of programs, each with its share; `at` moves each window, so that no answer is shared. */
const KINDS: { name: string; share: number; path: (at: number) => string }[] = [
  { name: '6 hours', share: 6, path: (at) => `/api/history?hours=${(6 + at / 100).toFixed(4)}` },
  { name: 'records', share: 2, path: (at) => `/api/records?of=${at}` },
  { name: 'week', share: 4, path: (at) => rangeOf(7, at) },
  { name: '90 days', share: 2, path: (at) => `/api/history?hours=${(2130 + at / 100).toFixed(4)}` },
  { name: 'year', share: 2, path: (at) => rangeOf(365, at) },
  { name: '400 days', share: 1, path: (at) => `/api/history/daily?hours=${(9570 + at / 100).toFixed(4)}` },
  { name: 'export', share: 1, path: (at) => `/api/export.csv?start=${nowS - DAY_S - at}&end=${nowS - at}` },
];
const rangeOf = (days: number, at: number) => `/api/history/range?start=${nowS - days * DAY_S - at}&end=${nowS - at}`;
const DRAWN = KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

/**
 * Runs in the program: how late a timer comes on its main thread, and what that thread computes in each turn of its event loop, told and
 * forgotten when asked. The kernel brings CPU time up to date when a thread sleeps, so it does, for a moment.
 */
const PROBE = `import { isMainThread } from 'node:worker_threads';
if (isMainThread && process.send) {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const ms = ({ user, system }) => (user + system) / 1000;
  const own = () => { Atomics.wait(nobody, 0, 0, 0.05); return ms(process.threadCpuUsage()); };
  let lateMs = [], turnsMs = [], due = performance.now() + 10, before = own(), begun = before, all = ms(process.cpuUsage());
  const come = () => {
    const at = performance.now();
    lateMs.push(Math.max(0, at - due));
    due = Math.max(due + 10, at);
    setTimeout(come, due - at).unref();
  };
  const turn = () => {
    const now = own();
    if (now - before > 0.5) turnsMs.push(now - before);
    before = now;
    setTimeout(turn, 1).unref();
  };
  setTimeout(come, 10).unref();
  setTimeout(turn, 1).unref();
  process.on('message', () => {
    const [now, whole] = [own(), ms(process.cpuUsage())];
    process.send({ lateMs, turnsMs, ownMs: now - begun, wholeMs: whole - all });
    [lateMs, turnsMs, begun, all] = [[], [], now, whole];
  });
  process.channel.unref();
}`;

interface Looked {
  lateMs: number[];
  turnsMs: number[];
  /** CPU time of the thread that samples, and of the whole process. */
  ownMs: number;
  wholeMs: number;
}
/** As the system unit starts it. */
const OF_THE_UNIT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '65536' };

interface Program {
  name: string;
  child: ChildProcess;
  port: number;
}
interface Figures {
  latenciesMs: Map<string, number[]>;
  looked: Looked;
  peakMb: number;
}

async function begin(name: string, tree: string, data: string): Promise<Program> {
  const child = spawn(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(PROBE)}`,
      program(tree),
      ...['serve', '--data', data, '--source', 'simulator', '--host', '127.0.0.1', '--port', '0'],
    ],
    { cwd: tree, env: { ...process.env, ...OF_THE_UNIT }, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] },
  );
  for (let told = ''; ; ) {
    const [piece] = (await once(child.stdout!, 'data')) as [Buffer];
    told += piece.toString();
    const port = Number(/ready http:\/\/[^\s]*:(\d+)/.exec(told)?.[1] ?? Number.NaN);
    if (!Number.isNaN(port)) return { name, child, port };
  }
}

async function end({ child }: Program): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function look({ child }: Program): Promise<Looked> {
  child.send('look');
  return ((await once(child, 'message')) as [Looked])[0];
}

/** Milliseconds until all of the answer was there; null where so many files are under way that the station makes no more. */
const asked = (port: number, path: string, agent: Agent): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const startMs = performance.now();
    get({ port, path, agent, host: '127.0.0.1' }, (res) => {
      const { statusCode } = res;
      if (statusCode !== 200 && statusCode !== 429) reject(new Error(`${path} was answered with ${statusCode}`));
      res.resume().once('end', () => resolve(statusCode === 200 ? performance.now() - startMs : null));
    }).once('error', reject);
  });

let questions = 0;

/** The same questions in the same order for each program. */
async function round(of: Program, clients: number, into: Figures): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const untilMs = performance.now() + Number(values.seconds) * 1000;
  const watch = setInterval(() => {
    into.peakMb = Math.max(into.peakMb, rssAnonMb(of.child.pid));
  }, 50);
  await look(of);
  const client = async (seed: number) => {
    const random = noise(seed);
    while (performance.now() < untilMs) {
      const { name, path } = DRAWN[Math.floor((random() + 0.5) * DRAWN.length)]!;
      questions += 1;
      const tookMs = await asked(of.port, path(questions % 3000), agent);
      if (tookMs !== null) into.latenciesMs.set(name, [...(into.latenciesMs.get(name) ?? []), tookMs]);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i + 1))).finally(() => clearInterval(watch));
  const { lateMs, turnsMs, ownMs, wholeMs } = await look(of);
  into.looked.lateMs.push(...lateMs);
  into.looked.turnsMs.push(...turnsMs);
  into.looked.ownMs += ownMs;
  into.looked.wholeMs += wholeMs;
  agent.destroy();
}

const quantiles = (figures: readonly number[]): string => {
  const sorted = figures.toSorted((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((q) => quantile(sorted, q).toFixed(1).padStart(7)).join(' ');
};

function say(name: string, clients: number, { latenciesMs, looked, peakMb }: Figures): void {
  const all = [...latenciesMs.values()].flat();
  const each = (ms: number) => (ms / all.length).toFixed(1);
  const row = (what: string, figures: readonly number[]) => console.log(`  ${what.padEnd(32)} ${quantiles(figures)}`);
  console.log(
    `${name}, ${clients} clients: ${all.length} answers, private memory at most ${peakMb.toFixed(0)} MB, CPU an answer ${each(looked.ownMs)} ms of the sampling thread, ${each(looked.wholeMs)} ms in all`,
  );
  row('a timer of the sampling thread', looked.lateMs);
  row('its longer turns, CPU', looked.turnsMs);
  row('all answers', all);
  for (const kind of KINDS) row(kind.name, latenciesMs.get(kind.name) ?? []);
}

function sayMemory(when: string): void {
  for (const { name, child } of programs)
    console.log(`${name}, ${when}: private memory ${rssAnonMb(child.pid).toFixed(0)} MB`);
}

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-readers-'));
const here = join(import.meta.dirname, '..', '..', '..');
const trees = [['this tree', here], ...(values.tree ? [['the other tree', values.tree]] : [])] as [string, string][];
const programs: Program[] = [];
try {
  mkdirSync(join(scratch, 'made'));
  writeHistory(join(scratch, 'made', 'weatherglass.db'), Number(values.years), nowS);
  for (const [i, [name, tree]] of trees.entries()) {
    const data = join(scratch, String(i));
    cpSync(join(scratch, 'made'), data, { recursive: true });
    const first = await begin(name, tree, data); // it learns from what it finds
    await settled(first.port);
    await end(first);
    programs.push(await begin(name, tree, data));
  }
  console.log(`${values.years} years, ${values.rounds} rounds of ${values.seconds} s; p50, p95, p99, ms`);
  await wait(90_000); // upkeep comes a minute after a start, and takes memory of its own
  sayMemory('at rest');
  for (const clients of values.clients.split(',').map(Number)) {
    const all = programs.map(
      (): Figures => ({
        latenciesMs: new Map(),
        looked: { lateMs: [], turnsMs: [], ownMs: 0, wholeMs: 0 },
        peakMb: 0,
      }),
    );
    for (let i = 0; i < Number(values.rounds); i += 1)
      for (const [at, one] of programs.entries()) await round(one, clients, all[at]!);
    for (const [at, { name }] of programs.entries()) say(name, clients, all[at]!);
  }
  await wait(60_000);
  sayMemory('a minute after the last answer');
} finally {
  for (const one of programs) await end(one);
  rmSync(scratch, { recursive: true, force: true });
}
