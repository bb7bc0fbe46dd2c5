import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../../src/base/durations.ts';
import { savedState } from '../../../../src/maths/codec.ts';
import { SelfAsked } from '../../../../src/station/forecast/chance/self-asked.ts';
import { pathsOf } from '../../../../src/station/forecast/issued-forecast.ts';
import { TickHistory } from '../../../../src/station/forecast/learners/history.ts';
import type { TickRow } from '../../../../src/station/tick.ts';
import { weather } from '../weather.ts';
import { persisting } from './persisting.ts';

const rows = weather(71, 60, HOUR_S);
const NEVER = Number.NEGATIVE_INFINITY;

class World {
  readonly asked = new SelfAsked(HOUR_S);
  readonly #history = new TickHistory(HOUR_S);

  live(some: readonly TickRow[], wide = 1, pausedUntilS = NEVER): this {
    for (const row of some) {
      this.#history.push(row);
      this.asked.judge(row.tS, this.#history, pausedUntilS);
      const said = persisting(row, wide);
      this.asked.askOf(said, (target) => pathsOf(said, target, HOUR_S, () => null)!);
    }
    return this;
  }

  get open(): { target: string; askedS: number }[] {
    return savedState(this.asked).open;
  }

  /** Of an even chance of a rise in temperature, and of a fall. */
  get even(): number[] {
    return (['above', 'below'] as const).map((side) => this.asked.trust.predict('temperature', side)(0.3, 6 * HOUR_S));
  }
}

describe('what a station asks itself', () => {
  it('is about every target, waits at most a day, and is little', () => {
    const world = new World();
    const targets = new Set<string>();
    for (const row of rows) {
      world.live([row]);
      for (const { target, askedS } of world.open) {
        targets.add(target);
        expect(row.tS - askedS).toBeLessThan(DAY_S);
      }
      expect(JSON.stringify(world.asked).length).toBeLessThan(20_000);
    }
    expect([...targets].sort()).toEqual(['humidity', 'pressure', 'temperature']);
  });

  it('teaches it that values are passed less often than much too wide bands say, and more often than narrow ones do', () => {
    const [wide, narrow] = [new World().live(rows, 5), new World().live(rows, 0.3)];
    for (const even of wide.even) expect(even).toBeLessThan(0.27);
    for (const even of narrow.even) expect(even).toBeGreaterThan(0.33);
  });

  it('teaches nothing when the window was open, or when most of the time was missed', () => {
    const untaught = JSON.stringify(new SelfAsked(HOUR_S).trust);
    const paused = new World().live(rows, 5, rows.at(-1)!.tS);
    expect(JSON.stringify(paused.asked.trust)).toBe(untaught);
    const seldom = new World().live(
      rows.filter((_, i) => i % 13 === 0 || i % 13 === 5),
      5,
    );
    expect(JSON.stringify(seldom.asked.trust)).toBe(untaught);
  });

  it('is forgotten with the scale it was asked on; what was learned stays', () => {
    const world = new World().live(rows);
    const before = world.even;
    expect(world.open.some(({ target }) => target === 'temperature')).toBe(true);
    world.asked.forget('temperature');
    expect(world.open.some(({ target }) => target === 'temperature')).toBe(false);
    expect(world.open.some(({ target }) => target === 'humidity')).toBe(true);
    expect(world.even).toEqual(before);
  });

  it('is passed over where a program asked for other spans or targets, and the rest is judged', () => {
    const saved = structuredClone(savedState(new World().live(rows.slice(0, -30)).asked));
    const known = saved.open.length;
    expect(known).toBeGreaterThan(0);
    saved.open.push({ ...saved.open[0]!, spanS: 3 * HOUR_S }, { ...saved.open[0]!, target: 'light' as 'humidity' });
    const back = SelfAsked.fromJSON(saved, HOUR_S);
    expect(savedState(back).open).toHaveLength(known);
  });
});
