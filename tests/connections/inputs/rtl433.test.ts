import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/base/clock.ts';
import { Lines } from '../../../src/connections/inputs/lines.ts';
import { Rtl433 } from '../../../src/connections/inputs/rtl433.ts';
import { decodeRtl433 } from '../../../src/station/inputs/families/rtl433.ts';
import { hasShared, payloads, SHARED } from '../../station/inputs/support/payloads.ts';
import { runningClock, withWaits } from '../../support/running-clock.ts';
import { Intake } from './support/intake.ts';

const STAND_IN = join(import.meta.dirname, 'support/stand-in.mjs');
const hasProgram = ((): boolean => {
  try {
    return execFileSync('sh', ['-c', 'command -v rtl_433']).length > 0;
  } catch {
    return false;
  }
})();
if (!hasProgram) console.warn('\nSKIPPED: the real rtl_433, because it is not installed (apt-get install rtl-433)\n');

const SECOND_MS = 1000;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** By buffers that somebody still has. */
const bytesHeld = (): number => {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

let folder: string;
let intake: Intake;
let radio: Rtl433;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-rtl-'));
  intake = new Intake();
});
afterEach(async () => {
  await radio.stop();
  rmSync(folder, { recursive: true });
});
function start(command: string, ...args: string[]): void {
  radio = new Rtl433({ command, args }, intake.take, intake.tell, intake.ports);
  radio.start();
}
const standIn = (how: string, file = ''): void => start(process.execPath, STAND_IN, how, file);
const lives = (pid: number): boolean => {
  try {
    // A zombie has ended: only its parent has not asked.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

/** Waits of a second or more, as before the program is started again, pass fifty times as quickly, and are told. */
const quickStarts = (paused = (): void => {}): Clock =>
  withWaits((ms) => {
    if (ms < SECOND_MS) return ms;
    paused();
    return ms / 50;
  });

/** What is read of a program, by pieces; no time passes but the second in which a flood waits, when the test says so. */
class HeldPieces {
  taken = 0;
  bytes = 0;
  #goOn: (() => void) | null = null;
  #passedMs = 0;
  readonly #real = runningClock();
  readonly clock: Clock = {
    ...this.#real,
    steadyMs: () => this.#passedMs,
    sleep: (ms, signal) => (ms === SECOND_MS ? this.#held(signal) : this.#real.sleep(ms, signal)),
  };

  constructor() {
    const { push } = Lines.prototype;
    const count = (piece: Buffer): void => {
      this.taken += 1;
      this.bytes += piece.length;
    };
    // No spy: it would hold what it has heard.
    Lines.prototype.push = function (this: Lines, piece) {
      count(piece);
      return push.call(this, piece);
    };
    onTestFinished(() => void Object.assign(Lines.prototype, { push }));
  }

  get waiting(): boolean {
    return this.#goOn !== null;
  }

  goOn(): void {
    this.#passedMs += SECOND_MS;
    this.#goOn?.();
  }

  #held(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = () => {
        this.#goOn = null;
        resolve();
      };
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

describe('rtl_433: a stand-in for the program', () => {
  it.runIf(hasShared)('every recorded line is heard, repeats once', async () => {
    const lines = payloads('rtl433').flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));
    const file = join(folder, 'lines');
    writeFileSync(file, `${lines.slice(0, 190).join('\n')}\n`);
    standIn('lines', file);
    const senders = new Set(lines.slice(0, 190).flatMap((line) => decodeRtl433(line).map(({ sender }) => sender)));
    await expect.poll(() => intake.senders.length).toBe(senders.size);
    expect(intake.heard.length).toBeLessThan(190);
    expect(intake.told).toEqual([]);
  });

  it.each([
    ['no-receiver', 'input.no-receiver'],
    ['busy', 'input.receiver-busy'],
  ])('%s: told once, however often it is started', async (how, code) => {
    let pauses = 0;
    intake = new Intake(quickStarts(() => pauses++));
    standIn(how);
    await expect.poll(() => pauses).toBeGreaterThan(3);
    expect(intake.told).toEqual([code]);
  });

  it('why it ended is read, although nobody had the time for it before the patience was over', async () => {
    const real = runningClock();
    const written = join(folder, 'written');
    const held: Clock = {
      ...real,
      sleep: (ms, signal) => {
        const over = real.sleep(ms, signal);
        const dueMs = real.steadyMs() + ms;
        if (ms < SECOND_MS) while (real.steadyMs() <= dueMs || !existsSync(written));
        return over;
      },
    };
    intake = new Intake(held);
    start('/bin/sh', '-c', `(sleep 0.1; echo 'No supported devices found.' >&2; echo >${written}) & exit 2`);
    await expect.poll(() => intake.told.length).toBe(1);
    expect(intake.told).toEqual(['input.no-receiver']);
  });

  it('a program that is not there is told in one sentence', async () => {
    start(join(folder, 'rtl_433'));
    await expect.poll(() => intake.told).toEqual(['input.program-missing']);
  });

  it('a crash loses half a line and no more; the program is started again', async () => {
    intake = new Intake(quickStarts());
    standIn('crash');
    await expect.poll(() => intake.heard.length).toBeGreaterThan(1);
    expect(intake.senders).toEqual(['nexusth-7']);
    expect(intake.told.slice(0, 2)).toEqual(['input.program-ends', 'input.works']);
  });

  it('when it works again, that is told too', async () => {
    intake = new Intake(quickStarts());
    standIn('second-time', join(folder, 'starts'));
    await expect.poll(() => intake.told).toEqual(['input.program-ends', 'input.works']);
  });

  it('a line without an end costs no memory', async () => {
    const pieces = new HeldPieces();
    intake = new Intake(pieces.clock);
    standIn('endless');
    await expect.poll(() => intake.told).toEqual(['input.unreadable']);
    const heldBefore = bytesHeld();
    for (const untilPieces = pieces.taken + 1000; pieces.taken < untilPieces || pieces.bytes <= 8e6; ) {
      pieces.goOn();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // Buffers that nobody holds are given back by a thread of V8's, after the collection.
    await expect.poll(() => bytesHeld() - heldBefore).toBeLessThan(4e6);
    expect(intake.heard).toHaveLength(1);
  });

  it('a flood of lines waits in the pipe', async () => {
    const pieces = new HeldPieces();
    intake = new Intake(pieces.clock);
    standIn('flood');
    await expect.poll(() => intake.told).toEqual(['input.flood']);
    await expect.poll(() => pieces.waiting).toBe(true);
    const { taken } = pieces;
    expect(taken).toBeLessThanOrEqual(20);
    await new Promise((resolve) => setTimeout(resolve, 500)); // nothing more is read, however much comes
    expect(pieces.taken).toBe(taken);
    pieces.goOn();
    await expect.poll(() => pieces.taken).toBeGreaterThan(taken);
    expect(intake.heard.length).toBeLessThan(10);
  });

  it('binary rubbish and a full standard error harm nothing', async () => {
    standIn('rubbish');
    await expect.poll(() => intake.senders).toEqual(['nexusth-7']);
    expect(intake.told).toEqual(['input.unreadable']);
  });

  it('the whole group ends with the station, even one that does not want to', async () => {
    const file = join(folder, 'pids');
    standIn('stubborn', file);
    await expect.poll(() => intake.heard.length).toBe(1);
    const pids = readFileSync(file, 'utf8').split(' ').map(Number);
    expect(pids.map(lives)).toEqual([true, true]);
    await radio.stop();
    await expect.poll(() => pids.map(lives)).toEqual([false, false]);
  });

  it.each([['-F', 'http'], ['-Fmqtt://x'], ['-w', '/tmp/x.cu8'], ['-c', '/etc/x.conf'], ['-F', 'json:/tmp/x']])(
    'the option %s %s is refused',
    async (...args) => {
      start(join(folder, 'rtl_433'), ...args);
      await expect.poll(() => intake.told).toEqual(['input.program-option']);
    },
  );

  it.each([
    ['-F mqtt://nas/•••', '-F', 'mqtt://nas,user=anna,pass=hunter2'],
    ['-Finflux://nas:8086/•••', '-Finflux://nas:8086/write?db=x&p=hunter2'],
    ['-F mqtt:nas,pass=•••', '-F', 'mqtt:nas,pass=hunter2'],
  ])('a refused option is told without its key: %s', async (shown, ...args) => {
    start(join(folder, 'rtl_433'), ...args);
    await expect.poll(() => intake.details).toEqual([expect.stringContaining(`Remove ${shown} from`)]);
  });
});

/**
 * The real program in the test's folder. At the end of a file it would end and be started anew: a busy machine heard the file twice before it
 * looked. It reads a rate of samples out of a path, too: of 3,000 random folders 7 were called like weatherglass-rtl-4k88jU, and nothing was heard.
 */
function playedOnce(): string {
  const command = join(folder, 'rtl_433');
  const script = `#!/bin/sh\ncd '${folder}'\nPATH=/usr/bin:/bin rtl_433 "$@"\nexec sleep 600\n`;
  writeFileSync(command, script, { mode: 0o755 });
  return command;
}

describe.runIf(hasProgram)('rtl_433: the real program', () => {
  it('without a receiver says so', async () => {
    start('rtl_433');
    await expect.poll(() => intake.told[0]).toMatch(/^input\.(no-receiver|receiver-busy|program-ends)$/);
  });

  it.runIf(hasShared).each([
    ['acurite-5n1', ['acurite5n1-839'], 1],
    ['alecto-rain', ['alectov1rain-12'], 1],
    ['alecto-wind', ['alectov1wind-44'], 1],
    ['f007th-five', [134, 180, 226, 254, 37].map((id) => `ambientweatherf007th-${id}`), 5],
    ['tfa-twinplus', ['tfatwinplus-7'], 1],
    ['wt450', ['wt450th-13'], 1],
  ])('decodes the signal %s', async (signal, senders, count) => {
    const file = `${signal}.ook`;
    copyFileSync(join(SHARED, 'rtl433/signals', file), join(folder, file));
    start(playedOnce(), '-r', file);
    await expect.poll(() => [...intake.senders].sort()).toEqual(senders);
    expect(intake.heard).toHaveLength(count);
    expect(intake.heard.every(({ signalDb }) => signalDb !== null)).toBe(true);
  });
});
