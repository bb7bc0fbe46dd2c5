import { describe, expect, it } from 'vitest';
import { BLACK, blue, type Frame, green, red } from '../../../src/station/display/frame.ts';
import { confirmation } from '../../../src/station/display/scenes/signs.ts';
import { rotation, sceneAfter, urgentScenes } from '../../../src/station/display/scenes.ts';
import type { AlarmSign, AlertKind, DisplayState } from '../../../src/station/display/state.ts';
import fc from '../../support/drawn.ts';
import { emptyState } from '../../support/empty-state.ts';

const showing = (known: Partial<DisplayState>): DisplayState => ({ ...emptyState, ...known });
const drawn = (name: string, known: Partial<DisplayState>): Frame | null =>
  [...rotation, ...urgentScenes].find((scene) => scene.name === name)!.draw(showing(known));
const draw = (name: string, known: Partial<DisplayState>): Frame => drawn(name, known)!;
const light = (colour: number) => red(colour) + green(colour) + blue(colour);
const brightness = (frame: Frame) => frame.reduce((sum, colour) => sum + light(colour), 0);

/** Eight lines, # where a pixel is lit. */
const picture = (frame: Frame): string[] =>
  Array.from({ length: 8 }, (_, y) =>
    frame
      .slice(8 * y, 8 * y + 8)
      .map((colour) => (colour === BLACK ? '.' : '#'))
      .join(''),
  );

describe('the temperature', () => {
  it('stands there in digits, with its trend below', () => {
    expect(picture(draw('temperature', { temperatureC: 20.6, temperatureCPerH: 1 }))).toEqual([
      '........',
      '###..#..',
      '..#.##..',
      '###..#..',
      '#....#..',
      '###.###.',
      '........',
      '....##..',
    ]);
  });

  it.each([
    [-0.4, ['........', '...###..', '...#.#..', '...#.#..', '...#.#..', '...###..']],
    [-3.7, ['........', '....#.#.', '....#.#.', '###.###.', '......#.', '......#.']],
    [-17, ['###.....', '........', '.#..###.', '##....#.', '.#...#..', '.#...#..']],
    [null, ['........', '........', '........', '###.###.', '........', '........']],
    [140, ['........', '........', '........', '###.###.', '........', '........']],
  ])('%s °C is told from every other', (temperatureC, rows) => {
    expect(picture(draw('temperature', { temperatureC })).slice(0, 6)).toEqual(rows);
  });

  it('shows no two whole degrees alike, from -99 to 99', () => {
    const seen = new Set<string>();
    for (let temperatureC = -99; temperatureC <= 99; temperatureC++) {
      seen.add(picture(draw('temperature', { temperatureC })).join());
    }
    expect(seen.size).toBe(199);
  });

  it('is blue in frost and red in heat', () => {
    const hue = (temperatureC: number) => Math.max(...draw('temperature', { temperatureC }));
    expect(blue(hue(-5))).toBeGreaterThan(red(hue(-5)));
    expect(red(hue(33))).toBeGreaterThan(blue(hue(33)) + 150);
  });

  it('outdoors wears a corner so that it is not taken for the other', () => {
    const frame = draw('outdoor', { outdoorC: 7 });
    expect(frame.slice(0, 48)).toEqual(draw('temperature', { temperatureC: 7 }).slice(0, 48));
    expect(frame[63]).not.toBe(BLACK);
  });
});

describe('the humidity', () => {
  it.each([
    [48, '####....', '#'],
    [100, '########', '#'],
    [14, '#.......', '.'],
  ])('%s %% stands there in digits over a gauge', (humidityPct, gauge, tens) => {
    const frame = draw('humidity', { humidityPct });
    const full = Math.max(...frame.map(light));
    const lit = frame.slice(56).map((colour) => (light(colour) === full ? '#' : '.'));
    expect(lit.join('')).toBe(gauge);
    expect(picture(frame)[1]![0]).toBe(tens);
  });

  it('is passed over where nothing measures it', () => {
    const names = rotation.filter(({ name }) => drawn(name, { temperatureC: 20 }) !== null).map(({ name }) => name);
    expect(names).toEqual(['temperature']);
  });
});

describe('the pressure trend', () => {
  const rows = (pressureHpaPerH: number) => picture(draw('pressure', { pressureHpaPerH }));

  it('lies level while nothing happens and turns upright as it hurries', () => {
    expect(rows(0)).toEqual(rows(0.1));
    expect(rows(0.1)).not.toEqual(rows(0.3));
    expect(rows(0.3)).not.toEqual(rows(1.5));
  });

  it.each([0.3, 2])('falls as the mirror image of rising at %s hPa/h', (rate) => {
    expect(rows(-rate)).toEqual(rows(rate).toReversed());
  });

  it('takes the colour of alarm only when it falls quickly', () => {
    const hue = (pressureHpaPerH: number) => Math.max(...draw('pressure', { pressureHpaPerH }));
    expect(hue(2)).toBe(hue(-0.5));
    expect(hue(-2)).not.toBe(hue(-0.5));
  });
});

describe('the rain column', () => {
  const column = (rainProbability: number) => draw('rain', { rainProbability }).filter((_, i) => i % 8 === 0);

  it('stands an eighth of its height for an eighth of the probability', () => {
    for (let eighths = 1; eighths <= 8; eighths++) {
      expect(column(eighths / 8).filter((colour) => blue(colour) === 0xff)).toHaveLength(eighths);
    }
  });

  it('grows with every percent', () => {
    const lights = Array.from({ length: 101 }, (_, percent) => column(percent / 100).reduce((a, c) => a + blue(c), 0));
    expect(lights).toEqual(lights.toSorted((a, b) => a - b));
    expect(new Set(lights).size).toBe(101);
  });

  it('lights its drop when rain is likelier than not', () => {
    const drop = (rainProbability: number) => draw('rain', { rainProbability })[5 + 8 * 4]!;
    expect(drop(0.51)).toBe(drop(1));
    expect(drop(0.49)).not.toBe(drop(0.51));
  });
});

describe('the forecast ribbon', () => {
  const ribbon = (...muC: number[]) =>
    [900, 3600, 10_800, 21_600, 43_200, 86_400].map((leadS, i) => ({
      leadS,
      muC: muC[i]!,
      loC: muC[i]!,
      hiC: muC[i]!,
    }));
  const heights = (frame: Frame) =>
    Array.from(
      { length: 8 },
      (_, x) => 7 - Array.from({ length: 8 }, (_, y) => frame[8 * y + x]).findIndex((c) => c !== BLACK),
    );

  it('climbs through a warming day and falls through a cooling one', () => {
    const rising = heights(draw('forecast', { temperatureC: 10, ribbon: ribbon(10, 11, 12, 14, 18, 26) }));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    expect([rising[0], rising[7]]).toEqual([0, 7]);
  });

  it('begins with the air that is forecast, not with the room', () => {
    const inside = { temperatureC: 21, aheadFromC: 10, ribbon: ribbon(10, 10, 10.1, 10.1, 10.2, 10.1) };
    expect(draw('forecast', inside)).toEqual(draw('forecast', { ...inside, temperatureC: 10 }));
  });

  it('stays flat when nothing changes worth the name', () => {
    const flat = heights(draw('forecast', { temperatureC: 10, ribbon: ribbon(10, 10, 10.1, 10.1, 10.2, 10.1) }));
    expect(new Set(flat).size).toBe(1);
  });

  it('shows a wide interval as a wide band', () => {
    const lit = (half: number) =>
      picture(
        draw('forecast', {
          temperatureC: 10,
          ribbon: ribbon(10, 10, 11, 12, 11, 10).map((p) => ({ ...p, loC: p.muC - half, hiC: p.muC + half })),
        }),
      )
        .join('')
        .replaceAll('.', '').length;
    expect(lit(0)).toBe(8);
    expect(lit(2)).toBeGreaterThan(lit(0.5));
  });
});

describe('the sky', () => {
  it('grows lighter from night to noon', () => {
    const lights = [-20, -4, 5, 40].map((sunElevationDeg) => brightness(draw('sky', { sunElevationDeg }).slice(0, 8)));
    expect(lights[0]).toBeGreaterThan(0); // stars
    expect(lights.slice(1)).toEqual(lights.slice(1).toSorted((a, b) => a - b));
  });

  it('moves the sun from left to right through the day and hides it under full cloud', () => {
    const sunAt = (sunAzimuthDeg: number, cloudIndex = 0) =>
      draw('sky', { sunElevationDeg: 30, sunAzimuthDeg, cloudIndex }).findIndex((c) => red(c) > 0xe0) % 8;
    expect(sunAt(90)).toBeLessThan(sunAt(180));
    expect(sunAt(180)).toBeLessThan(sunAt(260));
    expect(sunAt(180, 1)).toBe(-1);
    // South of the equator it stands in the north at noon.
    expect([sunAt(80), sunAt(40), sunAt(0), sunAt(320), sunAt(280)]).toEqual([0, 1, 3, 5, 6]);
  });

  it('covers more of itself the duller the light', () => {
    const clouds = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
      (cloudIndex) =>
        draw('sky', { sunElevationDeg: 40, cloudIndex }).filter((c) => Math.abs(red(c) - blue(c)) < 40).length,
    );
    expect(clouds).toEqual(clouds.toSorted((a, b) => a - b));
    expect(clouds[0]).toBe(0);
    expect(clouds[5]).toBeGreaterThan(30);
  });
});

describe('an alert', () => {
  it('has a sign of its own for each kind and breathes without going out', () => {
    const kinds: AlertKind[] = ['storm', 'frost', 'heat', 'fault'];
    const signs = kinds.map((alert) => picture(draw('alert', { alert })).join());
    expect(new Set(signs).size).toBe(kinds.length);
    const breath = [0, 0.5, 1, 1.5].map((animationS) => brightness(draw('alert', { alert: 'fault', animationS })));
    expect(Math.max(...breath)).toBe(breath[0]);
    expect(Math.min(...breath)).toBeGreaterThan(0.3 * breath[0]!);
  });

  it('is not what confirms a label, and the two labels are not alike', () => {
    expect(confirmation('dry')).not.toEqual(confirmation('rain'));
  });
});

const maybe = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null });
const anyState: fc.Arbitrary<DisplayState> = fc.record({
  animationS: fc.double({ min: 0, max: 1e9, noNaN: true }),
  temperatureC: maybe(-200, 200),
  temperatureCPerH: maybe(-50, 50),
  outdoorC: maybe(-60, 130),
  humidityPct: maybe(-60, 130),
  pressureHpaPerH: maybe(-50, 50),
  rainProbability: maybe(0, 1),
  ribbon: fc.array(
    fc.record({
      leadS: fc.integer({ min: 1, max: 100_000 }),
      muC: fc.double({ min: -90, max: 90, noNaN: true }),
      loC: fc.double({ min: -90, max: 90, noNaN: true }),
      hiC: fc.double({ min: -90, max: 90, noNaN: true }),
    }),
    { maxLength: 7 },
  ),
  sunElevationDeg: maybe(-90, 90),
  sunAzimuthDeg: maybe(0, 360),
  cloudIndex: maybe(0, 1),
  lux: maybe(0, 1e5),
  alert: fc.option(fc.constantFrom<AlertKind>('storm', 'frost', 'heat', 'fault'), { nil: null }),
  alarm: fc.option(fc.constantFrom<AlarmSign>('info', 'warning', 'critical'), { nil: null }),
});

describe.each([...rotation, ...urgentScenes])('the scene $name', ({ draw: paint }) => {
  it('is nothing, or 64 colours for any state, the same for the same state, and changes nothing', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const before = structuredClone(state);
        const frame = paint(state);
        if (frame !== null) expect(frame).toHaveLength(64);
        expect((frame ?? []).every((c) => Number.isInteger(c) && c >= 0 && c <= 0xffffff)).toBe(true);
        expect(paint(state)).toEqual(frame);
        expect(state).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the turn of the scenes', () => {
  it('passes over what is not known', () => {
    const state = showing({ temperatureC: 3, rainProbability: 0.2 });
    expect(sceneAfter('temperature', state).name).toBe('rain');
    expect(sceneAfter('rain', state).name).toBe('temperature');
    expect(sceneAfter(null, emptyState).name).toBe('temperature');
  });

  it('visits every scene when all is known', () => {
    const ribbon = [{ leadS: 3600, muC: 4, loC: 3, hiC: 5 }];
    const all = { temperatureC: 3, outdoorC: 1, pressureHpaPerH: 0, rainProbability: 0, sunElevationDeg: 0, ribbon };
    const names: string[] = [];
    for (let name: string | null = null; names.length < 6; names.push(name)) name = sceneAfter(name, showing(all)).name;
    expect(new Set(names).size).toBe(6);
  });
});
