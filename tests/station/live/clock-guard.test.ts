import { afterEach, describe, expect, it } from 'vitest';
import { ClockGuard } from '../../../src/station/live/clock-guard.ts';
import type { SampleRow } from '../../../src/station/store/rows/sample-row.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../store/support.ts';

const workshop = new Workshop();
afterEach(() => workshop.clear());

const HOUR = 3600;

/** A station reduced to its clock: one sample every two seconds, through the guard, into a real store. */
class Watch {
  readonly clock: FakeClock;
  readonly store: Store;
  readonly guard: ClockGuard<SampleRow>;
  readonly events: string[] = [];
  taken = 0;

  constructor(startS: number, folder = workshop.folder()) {
    this.clock = new FakeClock(startS);
    this.store = workshop.open({ folder, clock: this.clock });
    this.guard = new ClockGuard(this.store.samples.newestTs());
  }

  async run(seconds: number): Promise<void> {
    for (let i = 0; i < seconds / 2; i += 1) {
      await this.clock.advance(2000);
      this.taken += 1;
      const verdict = this.guard.take(sample(0, this.taken), this.clock.nowS(), this.clock.steadyMs());
      if (verdict.move) this.store.samples.move(verdict.move.fromS, verdict.move.byS);
      for (const { sample: row, tS } of verdict.store) this.store.samples.append({ ...row, ts: tS });
      if (verdict.event) this.events.push(verdict.event.detail);
      if (i % 15 === 0) this.store.flush();
    }
  }

  rows(): SampleRow[] {
    return [...this.store.samples.pages(0, 4e9)].flat();
  }

  /** What must hold whatever the clock did: all samples there, in the order they were taken, none in the future. */
  check(before = 0): void {
    const rows = this.rows();
    expect(rows.length).toBe(this.taken + before);
    expect(rows.at(-1)!.ts).toBeLessThanOrEqual(this.clock.nowS());
    const { records, fold } = { records: this.store.history.records(), fold: this.store.history };
    expect(records.temp_max!.value).toBe(this.taken);
    expect(records.temp_max!.ts).toBe(rows.find((row) => row.temp === this.taken)!.ts);
    const counted = fold.range(0, this.clock.nowS() + 1, 604_800);
    expect('n' in counted.series && counted.series.n.reduce((a, b) => a + b, 0)).toBe(rows.length);
  }
}

describe('the clock guard', () => {
  it('leaves a clock alone that only ticks', async () => {
    const watch = new Watch(NOON);
    await watch.run(600);
    expect(watch.events).toEqual([]);
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 300 }, (_, i) => NOON + 2 * (i + 1)));
  });

  it('holds what is sampled in 1970 and stamps it by its age when network time comes', async () => {
    const watch = new Watch(12);
    await watch.run(90);
    expect(watch.rows()).toEqual([]);
    expect(watch.guard.holding).toBe(true);
    watch.clock.jumpWallS(NOON - watch.clock.nowS());
    await watch.run(60);
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 75 }, (_, i) => NOON - 88 + 2 * i));
    expect(watch.events).toEqual([
      'The clock shows 1970-01-01T00:00:14.000Z and has not been set yet. Samples are held and get their time when it is set.',
      'The clock is trusted now: 45 held samples of 90 s got their time.',
    ]);
    watch.check();
  });

  it('holds what is sampled before the newest stored sample until the clock has passed or was set', async () => {
    const folder = workshop.folder();
    const first = new Watch(NOON, folder);
    await first.run(100);
    first.store.close();
    for (const jumpS of [0, 2 * HOUR]) {
      const second = new Watch(NOON - 50, folder);
      const stored = second.rows().length;
      await second.run(100);
      expect(second.rows().length).toBe(stored);
      second.clock.jumpWallS(jumpS);
      await second.run(100);
      expect(second.rows().length).toBe(stored + 100);
      expect(second.rows().at(-1)!.ts).toBe(second.clock.nowS());
      second.store.close();
    }
  });

  it.each([
    ['forward by 3 h soon after the start', 60, 3 * HOUR, 'forward by 3.0 h. The samples of this start moved with it.'],
    ['back by 2 h soon after the start', 60, -2 * HOUR, 'back by 2.0 h. The samples of this start moved with it.'],
    ['forward by 3 h', 5 * HOUR, 3 * HOUR, 'forward by 3.0 h. The series has a gap there.'],
    ['back by 2 h', 5 * HOUR, -2 * HOUR, 'back by 2.0 h. Samples that would lie in the future moved back with it.'],
    ['back by 5 s', 5 * HOUR, -5, 'back by 5 s. Samples that would lie in the future moved back with it.'],
  ])('loses nothing when the clock jumps %s', async (_, runS, jumpS, told) => {
    const watch = new Watch(NOON);
    await watch.run(runS);
    watch.clock.jumpWallS(jumpS);
    await watch.run(1000);
    expect(watch.events).toEqual([`The clock jumped ${told}`]);
    watch.check();
    const last = watch.rows().slice(-500);
    expect(last.map((row) => row.temp)).toEqual(Array.from({ length: 500 }, (_, i) => watch.taken - 499 + i));
  });

  it('keeps the order through a step of network time that is no jump', async () => {
    const watch = new Watch(NOON);
    await watch.run(20);
    watch.clock.jumpWallS(-1.9);
    await watch.run(20);
    expect(watch.events).toEqual([]);
    expect(watch.rows().map((row) => row.temp)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('holds again when the clock falls back to 1970 in mid-run', async () => {
    const watch = new Watch(NOON);
    await watch.run(HOUR);
    watch.clock.jumpWallS(-NOON);
    await watch.run(HOUR);
    expect(watch.rows().length).toBe(1800);
    watch.clock.jumpWallS(NOON);
    await watch.run(HOUR);
    watch.check();
    expect(watch.rows().map((row) => row.ts)).toEqual(Array.from({ length: 5400 }, (_, i) => NOON + 2 * (i + 1)));
  });
});
