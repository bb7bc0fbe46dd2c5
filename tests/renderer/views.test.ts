import { describe, expect, it } from 'vitest';
import type { HistoryRange } from '../../src/contract/history.ts';
import type { Telemetry } from '../../src/contract/telemetry.ts';
import { columnsOf, nearest, rowAt, type ShownRange, weatherIn } from '../../src/renderer/dashboard/history/columns.ts';
import { typeset } from '../../src/renderer/dashboard/methods/typeset.ts';
import { withoutWord } from '../../src/renderer/dashboard/models/last-word.ts';
import { seen, turned } from '../../src/renderer/dashboard/nerd/attitude.ts';
import { ellipseOf } from '../../src/renderer/dashboard/nerd/ellipse.ts';
import { skyWord, tendency3h, tendencyWord } from '../../src/renderer/dashboard/now/weather-words.ts';
import { press, typedNumber } from '../../src/renderer/kit/parts/keypad.tsx';

const NOW_S = 1.7e9;

const range = (ts: number[], temp: Array<number | null>): HistoryRange => {
  const nulls = ts.map(() => null);
  const rest = { hum: nulls, hum_lo: nulls, hum_hi: nulls, press: temp, press_lo: nulls, press_hi: nulls, dew: nulls };
  const others = {
    lux: nulls,
    temp_rate: nulls,
    press_rate: nulls,
    cpu: nulls,
    temp_raw: nulls,
    hum_raw: nulls,
    n: ts.map(() => 1),
  };
  return { n: ts.length, bucket_s: 60, series: { ts, temp, temp_lo: temp, temp_hi: temp, ...rest, ...others } };
};

describe('the columns of a chart', () => {
  it('keep a missing hour missing, and a null a null', () => {
    const [ts, mean] = columnsOf(range([0, 60, 3600], [20, null, 22]), 'temperature');
    expect(ts).toEqual([30, 90, 120, 3630]);
    expect(mean).toEqual([20, null, null, 22]);
  });
  it('joins old rows that are an hour apart whatever bucket was asked for, and leaves the gaps between them', () => {
    const H = 3600;
    const isBroken = (at: number[]): boolean[] =>
      columnsOf(
        range(
          at,
          at.map(() => 20),
        ),
        'temperature',
      )[1].map((value) => value === null);
    expect(isBroken([0, H, 2 * H, 3 * H])).toEqual([false, false, false, false]);
    expect(isBroken([0, H, 2 * H, 9 * H, 10 * H, 11 * H]).indexOf(true)).toBe(3);
    expect(isBroken([0, 60, 120, H, 2 * H, 3 * H, 4 * H]).filter(Boolean)).toEqual([]);
    // A row between two silences is alone.
    expect(isBroken([0, 60, 120, 2 * H, 4 * H, 4 * H + 60, 4 * H + 120]).filter(Boolean)).toEqual([true, true]);
  });
  it('draw the mean of an old hour in its middle, whatever bucket was asked for', () => {
    const { series, ...old } = range([0, 3600, 7200, 10_800], [20, 21, 22, 23]);
    const [ts] = columnsOf({ ...old, series: { ...series, n: [60, 60, 60, 60] } } as ShownRange, 'temperature');
    expect(ts).toEqual([1800, 5400, 9000, 12_600]);
  });
  it('draw the wind up to its gusts, and only where the station has a record of it', () => {
    const bare = range([0, 60], [20, 21]);
    const windy = { ...bare, series: { ...bare.series, wind_speed: [2, null], wind_gust_hi: [5, null] } } as ShownRange;
    expect(weatherIn(bare)).toEqual([]);
    expect(weatherIn(windy)).toEqual(['wind']);
    expect(columnsOf(windy, 'wind')).toEqual([
      [30, 90],
      [2, null],
      [2, null],
      [5, null],
    ]);
  });
  it('know a value wherever their line is drawn: of old days only a row an hour is left', () => {
    const line = columnsOf(range([0, 3600, 7200, 10_800, 36_000], [20, 21, 22, 23, null]), 'temperature');
    const at = (tS: number) => line[1][rowAt(line, tS, 60)] ?? null;
    expect([1700, 2000, 10_800].map(at)).toEqual([20, 21, 23]);
    expect([20_000, 36_030].map(at)).toEqual([null, null]);
  });
  it('find the row nearest to a finger', () => {
    expect(nearest([0, 10, 20, 30], 16)).toBe(2);
    expect(nearest([], 16)).toBe(-1);
  });
});

it('the chance of rain without the last word is what the word was added to', () => {
  const logit = (p: number): number => Math.log(p / (1 - p));
  for (const [p, word] of [
    [0.34, 0.8],
    [0.02, -2],
    [0.5, 0],
  ] as const)
    expect(logit(withoutWord(p, word))).toBeCloseTo(logit(p) - word, 9);
});

describe('the keypad', () => {
  const type = (...keys: string[]): string => keys.reduce((text, key) => press(text, key), '');
  it.each([
    [['1', '7', '.', '5'], 17.5],
    [['0', '0', '7'], 7],
    [['.', '5'], 0.5],
    [['3', 'sign', '.', '4'], -3.4],
    [['sign', 'sign', '2'], 2],
    [['1', '2', 'back', 'back', 'back'], null],
    [['1', '.', '.', '2'], 1.2],
    [['sign'], null],
    [['.'], null],
    [['1', '2', '3', '4', '5', '6', '7'], 12_345],
  ])('makes of %j the number %s', (keys, value) => {
    expect(typedNumber(type(...keys))).toBe(value);
  });
  it('keeps every digit of a code, zeros in front most of all, and nothing else', () => {
    const code = ['0', '0', 'sign', '.', '1', '2', '3', '4'].reduce((text, key) => press(text, key, 'code', 12), '');
    expect(code).toBe('001234');
    expect(press('123456789012', '3', 'code', 12)).toBe('123456789012');
  });
  it('gives humidity no sign', () => expect(press('5', 'sign', 'number')).toBe('5'));
});

describe('words for the weather', () => {
  it.each([
    [-4.2, 'fallingFast'],
    [-1.4, 'falling'],
    [0.1, 'steady'],
    [1, 'rising'],
    [5, 'risingFast'],
  ] as const)('%s hPa in three hours is %s', (step, word) => expect(tendencyWord(step)).toBe(word));
  it('measure the tendency against the record, or not at all', () => {
    const telemetry = { timestamp: NOW_S, pressure: 1010 } as Telemetry;
    expect(tendency3h(telemetry, range([NOW_S - 10_830, NOW_S - 60], [1012, 1010]))).toBe(-2);
    expect(tendency3h(telemetry, range([NOW_S - 600], [1012]))).toBeNull();
    expect(tendency3h(null, null)).toBeNull();
  });
  it('call the night the night, and say nothing of a sky they cannot see', () => {
    expect(skyWord(0.2, -10)).toBe('night');
    expect(skyWord(null, 20)).toBeNull();
    expect(skyWord(0.9, 20)).toBe('overcast');
  });
});

describe('a formula', () => {
  it('has its indices low, its exponents high, its quantities slanted and its words upright', () => {
    expect(typeset('T_raw − k · max(x^2, 0)').map(({ text, style }) => `${style}:${text}`)).toEqual([
      'italic:T',
      'sub:raw',
      'upright: − ',
      'italic:k',
      'upright: · ',
      'upright:max',
      'upright:(',
      'italic:x',
      'sup:2',
      'upright:, 0)',
    ]);
  });
  it('loses no letter of what the station wrote', () => {
    const formula = 'θ ← θ + P φ e / (λ + φᵀP φ)';
    expect(
      typeset(formula)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(formula);
  });
});

describe('the drawings of the engine', () => {
  it('lay the ellipse of a correlated pair on its diagonal', () => {
    const ellipse = ellipseOf(0.6);
    expect(ellipse.angleDeg).toBeCloseTo(45, 6);
    expect(ellipse.major).toBeCloseTo(Math.sqrt(1.6), 6);
    expect(ellipse.minor).toBeCloseTo(Math.sqrt(0.4), 6);
    expect(ellipseOf(-0.6)).toEqual({ ...ellipse, angleDeg: -ellipse.angleDeg });
    expect([ellipseOf(0).major, ellipseOf(0).minor]).toEqual([1, 1]); // no correlation is a circle
  });
  it('turn the board without bending it', () => {
    const p = turned({ x: 3, y: -2, z: 1 }, 33, -71, 140);
    expect(Math.hypot(p.x, p.y, p.z)).toBeCloseTo(Math.hypot(3, 2, 1), 9);
    expect(turned({ x: 1, y: 0, z: 0 }, 0, 0, 90).y).toBeCloseTo(1, 9); // heading east points to the right
    expect(seen({ x: 0, y: 1, z: 0 }).x).toBe(1);
  });
});
