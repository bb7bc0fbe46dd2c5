import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../src/station/store/store.ts';
import { patience } from '../support/patience.ts';
import { RunDelay } from '../support/run-delay.ts';
import { share } from '../support/share.ts';

const LIBRARY = ['x86_64', 'aarch64', 'arm'].flatMap((machine) =>
  ['gnu', 'gnueabihf'].map((abi) => `/usr/lib/${machine}-linux-${abi}/faketime/libfaketimeMT.so.1`),
);
const library = LIBRARY.find((path) => existsSync(path));
const program = join(import.meta.dirname, '../../bin/weatherglass.mjs');
if (!library)
  console.warn(
    '\nSKIPPED: the real program under wrong clocks, because libfaketime is missing (apt-get install faketime)\n',
  );

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const PERIOD_S = 0.5;

/** The real program, whose wall clock a file moves while steady time goes on. */
class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'weatherglass-faketime-'));
  readonly #offset = join(this.folder, 'offset');
  #ended: Promise<number | null> | null = null;
  #stop: () => void = () => {};
  said = '';
  #delay: RunDelay | null = null;
  /** At these moments of the true time, for how many seconds the machine has had no core for the program. */
  readonly #kept: { atS: number; s: number }[] = [];

  /** A new one, or one that has lived as the other has, which has stopped since. */
  constructor(before?: Machine) {
    folders.push(this.folder);
    writeFileSync(
      join(this.folder, 'config.yaml'),
      `sensors:\n  sample_interval_s: ${PERIOD_S}\nstorage:\n  commit_interval_s: 1\n`,
    );
    this.clock('+0');
    if (before === undefined) return;
    cpSync(join(before.folder, 'data'), join(this.folder, 'data'), { recursive: true });
    this.#kept.push(...before.#kept);
  }

  /** Ahead of the truth, in faketime's words: `+30d`, `-2d`. */
  clock(offset: string): void {
    writeFileSync(`${this.#offset}.new`, `${offset}\n`);
    renameSync(`${this.#offset}.new`, this.#offset); // the program reads it at every look at the clock, and never half of it
  }

  async start(): Promise<void> {
    const args = ['serve', '--source', 'simulator', '--port', '0', '--host', '127.0.0.1'];
    const child = spawn(
      process.execPath,
      [program, ...args, '--data', join(this.folder, 'data'), '--config', join(this.folder, 'config.yaml')],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          LD_PRELOAD: library!,
          FAKETIME_TIMESTAMP_FILE: this.#offset,
          FAKETIME_NO_CACHE: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        },
      },
    );
    this.said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.said += String(chunk)));
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    const [delay, beforeS] = [new RunDelay(child.pid!), this.#kept.at(-1)?.s ?? 0];
    this.#delay = delay;
    const look = () =>
      this.#kept.push({
        atS: Date.now() / 1000, // now: what the program stamps under a false clock is held against the true one
        s: beforeS + delay.totalMs() / 1000,
      });
    const looking = setInterval(look, 100);
    void this.#ended.then(() => clearInterval(looking));
    this.#stop = () => child.kill('SIGTERM');
    while (!this.said.includes('weatherglass ready') && child.exitCode === null) await pause(50);
    // Told to end before it is ready it would simply be gone.
    if (!this.said.includes('weatherglass ready')) throw new Error(`not ready: ${this.said}`);
  }

  async stop(): Promise<void> {
    this.#stop();
    expect(await this.#ended, this.said).toBe(0);
  }

  /** Waits for so many seconds in which the machine had a core for the program: a clock that it never had time to see is no fault. */
  async lives(seconds: number): Promise<void> {
    const keptMs = (): number => this.#delay!.totalMs();
    const [beganMs, keptBeforeMs] = [performance.now(), keptMs()]; // now: how long the program has lived is what is waited for
    const livedMs = () => performance.now() - beganMs - (keptMs() - keptBeforeMs); // now: as above
    for (const waiting = patience(200_000); livedMs() < seconds * 1000 && waiting(); ) await pause(50);
  }

  /** For how long the machine had no core for the program, between two moments of the true time. */
  keptS(fromS: number, untilS: number): number {
    const before = this.#kept.findLast(({ atS }) => atS <= fromS)?.s ?? 0;
    const after = this.#kept.find(({ atS }) => atS >= untilS) ?? this.#kept.at(-1);
    return (after?.s ?? 0) - before;
  }

  stored(): { stamps: number[]; clock: string[] } {
    const db = openReadOnly(join(this.folder, 'data', DATABASE_FILE));
    try {
      const stamps = db.prepare<[], number>('SELECT ts_ms / 1000.0 FROM sample ORDER BY ts_ms').pluck().all();
      const clock = db.prepare<[], string>("SELECT detail FROM event WHERE kind = 'clock' ORDER BY id").pluck().all();
      return { stamps, clock };
    } finally {
      db.close();
    }
  }
}

interface Script {
  name: string;
  kind: 'at the start and in mid-run' | 'before every clock' | 'across a restart';
  /** The clock at the start, and what becomes of it: seconds later, or at a restart of the program. */
  acts: (string | 'restart' | number)[];
  /** How often the clock goes wrong. */
  faults: number;
}

/** A second fault meets a program that has mended one: a life of its own would cost two starts more. */
const scripts: Script[] = [
  {
    name: '30 days ahead at the start, then set; 400 days ahead in mid-run, then set',
    kind: 'at the start and in mid-run',
    acts: ['+30d', 'restart', 4, '+0', 4, '+400d', 3, '+0', 4],
    faults: 2,
  },
  {
    name: '2 days behind at the start, then set; 30 days behind in mid-run, then set',
    kind: 'at the start and in mid-run',
    acts: ['-2d', 'restart', 4, '+0', 4, '-30d', 3, '+0', 4],
    faults: 2,
  },
  {
    name: 'in 1970 at the start, then set',
    kind: 'before every clock',
    acts: ['-20000d', 'restart', 4, '+0', 4],
    faults: 1,
  },
  {
    name: 'an hour ahead across a restart, set in it',
    kind: 'across a restart',
    acts: ['restart', 2, '+1h', 3, 'stop', '+0', 'restart', 4],
    faults: 1,
  },
  {
    name: 'a day ahead across a restart, set after it',
    kind: 'across a restart',
    acts: ['restart', 2, '+25h', 3, 'stop', 'restart', 3, '+0', 4],
    faults: 1,
  },
];

describe.skipIf(!library)('the real program under libfaketime', () => {
  /** Under a right clock each life begins in the same way: it is lived once. */
  let lived: Machine;
  let beganS: number;
  beforeAll(async () => {
    beganS = Date.now() / 1000; // now: what the program stamps under a false clock is held against the true one
    lived = new Machine();
    await lived.start();
    await lived.lives(2);
    await lived.stop();
  });

  // Beside each other, for they wait much more than they compute.
  it.concurrent.each(share('programs under a wrong clock', scripts, ({ kind }) => [kind]))(
    'stamps every sample truly: $name',
    async ({ acts, faults }) => {
      const machine = new Machine(lived);
      let runs = false;
      for (const act of acts) {
        if (typeof act === 'number') await machine.lives(act);
        else if (act === 'stop' || act === 'restart') {
          if (runs) await machine.stop();
          runs = act === 'restart';
          if (runs) await machine.start();
        } else machine.clock(act);
      }
      await machine.stop();
      const endedS = Date.now() / 1000; // now: what the program stamps under a false clock is held against the true one
      const { stamps, clock } = machine.stored();
      expect(clock.length, clock.join(' ')).toBeGreaterThanOrEqual(faults);
      expect(stamps[0]!).toBeGreaterThan(beganS - 1);
      expect(stamps.at(-1)!).toBeLessThan(endedS + 1);
      const starts = 1 + acts.filter((act) => act === 'restart').length;
      // Between two samples the period, but for the starts, each of which takes a moment; and but for what the machine kept from the program.
      const gaps = stamps.slice(1).map((tS, i) => ({ fromS: stamps[i]!, s: tS - stamps[i]! }));
      const isLong = ({ fromS, s }: (typeof gaps)[0]) => s > 4 * PERIOD_S + machine.keptS(fromS, fromS + s);
      // A sample that was kept is late, and the next one is not.
      const isShort = ({ fromS, s }: (typeof gaps)[0]) =>
        s < PERIOD_S / 10 && machine.keptS(fromS - PERIOD_S, fromS) < PERIOD_S / 2;
      expect(gaps.filter(isLong).length).toBeLessThan(starts);
      expect(gaps.filter(isShort).length).toBeLessThanOrEqual(starts);
    },
  );
});
