import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../../src/maths/codec.ts';
import { Guard } from '../../../src/station/forecast/spike-guard.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { rowOf, START_S, weather } from './weather.ts';

const STEP_S = 300;
const HOUR_S = 3600;

/** Two days of weather, then what `change` makes of the third. */
function examined(change: (row: TickRow, i: number) => TickRow): { row: TickRow; seen: TickRow }[] {
  const guard = new Guard(STEP_S);
  const rows = weather(8, 3, STEP_S);
  const known = rows.length - 288;
  return rows.map((row, i) => {
    const told = i < known ? row : change(row, i - known);
    return { row: told, seen: guard.examine(told) };
  });
}

const warmer = (row: TickRow, by: number): TickRow => ({ ...row, temperatureC: row.temperatureC! + by });
const doubted = (all: readonly { row: TickRow; seen: TickRow }[]) => all.filter(({ row, seen }) => row !== seen);

describe('what cannot be the air', () => {
  it('is nothing in weather', () => {
    expect(doubted(examined((row) => row))).toEqual([]);
  });

  it('is a spike: alone it is missing, with its dew point and rate, and nothing else is', () => {
    const all = examined((row, i) => (i % 97 === 50 ? warmer(row, i % 2 === 0 ? 8 : -8) : row));
    const odd = doubted(all);
    expect(odd).toHaveLength(3);
    for (const { row, seen } of odd) {
      expect(seen).toEqual({
        ...row,
        temperatureC: null,
        dewPointC: null,
        rates: { ...row.rates, temperatureCPerH: null },
      });
    }
  });

  it('is not a front: a leap that stays is believed with its second row', () => {
    const all = examined((row, i) => (i >= 100 ? warmer(row, -9) : row));
    expect(doubted(all).map(({ row }) => row)).toEqual([all.at(-188)!.row]);
  });

  it('is a sensor that stands still after six hours, and not one that moves again', () => {
    const stuck = { from: 40, until: 200 };
    let held = 0;
    const all = examined((row, i) => {
      if (i < stuck.from || i >= stuck.until) return row;
      if (i === stuck.from) held = row.temperatureC!;
      return { ...row, temperatureC: held };
    });
    const odd = doubted(all);
    expect(odd[0]!.row.tS).toBe(all.at(-288 + stuck.from)!.row.tS + 6 * HOUR_S + STEP_S);
    expect(odd.every(({ row }) => row.temperatureC === held)).toBe(true);
    expect(odd).toHaveLength(stuck.until - stuck.from - 73);
  });

  it('is not air that never moved at all, nor fog', () => {
    const guard = new Guard(STEP_S);
    for (let i = 0; i < 600; i++) {
      const row = rowOf(START_S + i * STEP_S, 20, 50, 1000);
      expect(guard.examine(row)).toBe(row);
    }
    expect(
      doubted(examined((row) => ({ ...row, humidityPct: 100 }))).filter(({ seen }) => seen.humidityPct === null).length,
    ).toBeLessThan(3);
  });

  it('is not a leap behind a hole or on another scale', () => {
    const first = rowOf(START_S, 10, 50, 1000);
    const guard = new Guard(STEP_S);
    guard.examine(first);
    const behind = rowOf(START_S + 4 * STEP_S, 22, 50, 1000);
    expect(guard.examine(behind)).toBe(behind);
    const scaled = rowOf(START_S + 5 * STEP_S, 10, 50, 1000);
    expect(guard.anew().examine(scaled)).toBe(scaled);
    expect(guard.examine(scaled)).not.toBe(scaled);
  });

  it('is the same after a restart', () => {
    const rows = weather(9, 1, STEP_S).map((row, i) => (i % 31 === 7 ? warmer(row, 8) : row));
    const through = new Guard(STEP_S);
    const before = new Guard(STEP_S);
    for (const row of rows.slice(0, 101)) {
      through.examine(row);
      before.examine(row);
    }
    const again = restored(new Guard(STEP_S), JSON.parse(JSON.stringify(savedState(before))));
    for (const row of rows.slice(101)) expect(again.examine(row)).toEqual(through.examine(row));
    expect(savedState(again)).toEqual(savedState(through));
  });
});

describe('a row between two of the grid', () => {
  /** Rows of a level, and then one that leaps. */
  function leapt(by: number): { guard: Guard; spike: TickRow } {
    const guard = new Guard(STEP_S);
    for (let i = 0; i < 4; i++) guard.examine(rowOf(START_S + i * STEP_S, 10, 50, 1000));
    const spike = rowOf(START_S + 4 * STEP_S, 10 + by, 50, 1000);
    guard.examine(spike);
    return { guard, spike };
  }

  it('confirms nothing, for it may be made of the samples that are doubted', () => {
    const { guard, spike } = leapt(8);
    const between = { ...spike, tS: spike.tS + 20 };
    expect(guard.glance(between)).toEqual(expect.objectContaining({ temperatureC: null, humidityPct: 50 }));
    const calm = rowOf(spike.tS + 20, 10.1, 50, 1000);
    expect(guard.glance(calm)).toBe(calm);
  });

  it('teaches nothing, and is believed where a row of the grid has said the same twice', () => {
    const { guard, spike } = leapt(8);
    const before = savedState(guard);
    guard.glance({ ...spike, tS: spike.tS + 20 });
    expect(savedState(guard)).toEqual(before);
    const second = { ...spike, tS: spike.tS + STEP_S };
    expect(guard.examine(second)).toBe(second);
    const after = { ...spike, tS: second.tS + 20 };
    expect(guard.glance(after)).toBe(after);
  });
});
