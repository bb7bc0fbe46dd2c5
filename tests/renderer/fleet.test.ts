// @vitest-environment node
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FleetStation } from '../../src/contract/fleet.ts';
import type * as Coast from '../../src/renderer/fleet/map/coast.ts';
import { drawn } from '../../src/renderer/fleet/map/drawn.ts';
import { Fingers } from '../../src/renderer/fleet/map/fingers.ts';
import { bounded, closer, moved, sightOf, toPixels } from '../../src/renderer/fleet/map/projection.ts';
import type * as Sorting from '../../src/renderer/fleet/sorting.ts';
import { fanOf } from '../../src/renderer/fleet/station-fan.ts';
import { fleetOf, NOW_S } from '../support/fake-hub.ts';

const COAST = join(import.meta.dirname, '../../static/coast/coast.txt');
let sorting: typeof Sorting;
let coast: typeof Coast;
beforeAll(async () => {
  vi.stubGlobal('location', { hash: '', search: '' });
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem: () => undefined } });
  [sorting, coast] = await Promise.all([
    import('../../src/renderer/fleet/sorting.ts'),
    import('../../src/renderer/fleet/map/coast.ts'),
  ]);
});
afterAll(() => vi.unstubAllGlobals());

describe('the list of a fleet', () => {
  const all = fleetOf(60);
  const by = (name: Sorting.ColumnName, isDown = false) => sorting.sorted(all, { by: name, isDown }, 'en');

  it('is sorted by numbers as numbers, and what is not known comes last either way', () => {
    const skole = (stations: FleetStation[]) =>
      stations.map(({ name }) => name).filter((name) => /^Skole \d+$/.test(name));
    expect(skole(by('name')).slice(0, 4)).toEqual(['Skole 1', 'Skole 3', 'Skole 4', 'Skole 5']);
    for (const isDown of [false, true]) {
      const values = by('temperature', isDown).map(({ temperature }) => temperature);
      const known = values.filter((value) => value !== null);
      expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => (isDown ? b - a : a - b)));
      expect(values.length).toBeGreaterThan(known.length);
    }
    expect(by('version', true)[0]!.version).toBe('1.10.0');
    expect(by('health', true)[0]!.health).toBe('fault');
    expect(Object.values(by('neighbours', true)[0]!.neighbours)[0]?.suspect).toBe(true);
  });

  it('finds names without their marks, and whom somebody should look at', () => {
    const named = { ...all[0]!, name: 'École Žižka' };
    expect(sorting.chosen([named, ...all], 'ecole ziz', 'all', NOW_S)).toEqual([named]);
    expect(sorting.chosen(all, 'skole-007', 'all', NOW_S).map(({ id }) => id)).toEqual(['skole-007']);
    const silent = sorting.chosen(all, '', 'silent', NOW_S);
    expect(silent.every(({ last_seen_ts }) => last_seen_ts === null || NOW_S - last_seen_ts > 3600)).toBe(true);
    const attention = sorting.chosen(all, '', 'attention', NOW_S);
    expect(silent.every((station) => attention.includes(station))).toBe(true);
    expect(attention.length).toBeGreaterThan(silent.length);
    expect(attention.some(({ revoked }) => revoked)).toBe(false);
  });
});

describe('the map of a fleet', () => {
  const size = { width: 1200, height: 600 };

  it('has coastlines in at most 100 KB that are where they are', () => {
    expect(statSync(COAST).size).toBeLessThanOrEqual(100_000);
    const lines = coast.unpacked(readFileSync(COAST, 'utf8'));
    const points = lines.flatMap((line) =>
      Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i]!, line[2 * i + 1]!]),
    );
    expect(points.every(([lon, lat]) => Math.abs(lon!) <= 181.5 && Math.abs(lat!) <= 90.01)).toBe(true);
    // Over 180° (Chukotka, Fiji) a line goes on; one from there to the other side of the world would lie over the whole map.
    const steps = lines.flatMap((line) =>
      line.slice(2).map((value, i) => (i % 2 === 0 ? Math.abs(value - line[i]!) : 0)),
    );
    expect(steps.filter((step) => step > 180)).toEqual([]);
    // Skagen, the tip of Jutland; Cape Agulhas; Cape Horn's island.
    for (const [lon, lat] of [
      [10.6, 57.74],
      [20.0, -34.83],
      [-67.27, -55.98],
      [-169.7, 66.1], // Cape Dezhnev, of Chukotka
    ]) {
      const nearest = Math.min(...points.map(([x, y]) => Math.hypot(x! - lon!, y! - lat!)));
      expect(nearest, `${lon} ${lat}`).toBeLessThan(0.3);
    }
  });

  it('shows all stations, wherever they are and however few', () => {
    const places = [
      { lon: 12.5, lat: 55.7 },
      { lon: 9.2, lat: 48.8 },
    ];
    for (const some of [places, places.slice(0, 1), []]) {
      const sight = sightOf(some, size);
      const at = toPixels(sight, size);
      for (const { x, y } of some.map(at)) {
        expect(x).toBeGreaterThan(40);
        expect(x).toBeLessThan(size.width - 40);
        expect(y).toBeGreaterThan(40);
        expect(y).toBeLessThan(size.height - 40);
      }
      expect(sight.degreesPerPx).toBeGreaterThan(0);
    }
  });

  it('goes where it is led, and never off the world', () => {
    const sight = sightOf([{ lon: 12, lat: 55 }], size);
    const east = moved(sight, 100, 0);
    expect(toPixels(east, size)({ lon: sight.lon, lat: sight.lat }).x).toBeCloseTo(size.width / 2 - 100);
    expect(closer(sight, 2).degreesPerPx).toBeCloseTo(sight.degreesPerPx / 2);
    expect(bounded({ lon: 999, lat: -999, degreesPerPx: 1e9 })).toEqual({ lon: 180, lat: -85, degreesPerPx: 0.9 });
  });

  it('keeps under each finger what it touched: one drags, two pinch, and none moves it by coming or lifting', () => {
    const fingers = new Fingers();
    let sight = { lon: 12, lat: 55, degreesPerPx: 0.01 };
    const under = (x: number, y: number) => ({
      lon: sight.lon + (x * sight.degreesPerPx) / Math.cos((sight.lat * Math.PI) / 180),
      lat: sight.lat - y * sight.degreesPerPx,
    });
    const move = (id: number, x: number, y: number) => {
      sight = fingers.move(id, { x, y })!(sight);
    };
    const lies = (place: { lon: number; lat: number }) => {
      const { x, y } = toPixels(sight, size)(place);
      return [x - size.width / 2, y - size.height / 2].map(Math.round);
    };
    expect(fingers.move(1, { x: 0, y: 0 })).toBeNull();
    fingers.down(1, { x: 30, y: -20 }, true);
    const first = under(30, -20);
    move(1, 40, 10);
    expect(lies(first)).toEqual([40, 10]);
    fingers.down(2, { x: -60, y: 10 }, false);
    const middle = under(-10, 10);
    move(1, 90, 10);
    move(2, -110, 10);
    expect(sight.degreesPerPx).toBeCloseTo(0.005);
    expect(lies(middle)).toEqual([-10, 10]);
    fingers.up(2);
    const last = under(90, 10);
    move(1, 91, 10);
    expect(lies(last)).toEqual([91, 10]);
    expect(fingers.draggedPx).toBeGreaterThan(100);
    fingers.down(3, { x: 0, y: 0 }, true);
    expect([fingers.draggedPx, fingers.move(1, { x: 500, y: 0 })]).toEqual([0, null]);
  });

  it('draws only land that is in sight', () => {
    const square = (lon: number, lat: number) => [lon, lat, lon + 1, lat, lon + 1, lat + 1, lon, lat + 1, lon, lat];
    const sight = sightOf([{ lon: 10, lat: 50 }], size);
    expect(drawn([square(-70, -40)], sight, size)).toBe('');
    expect(drawn([square(10, 50), square(-70, -40)], sight, size)).toMatch(/^M[^M]+Z$/);
  });
});

describe('the fan of a station that sends', () => {
  it('sets out from what was measured when it was made, and knows no humidity above 100 %', () => {
    const column = [90, null, 96];
    const history = {
      id: 'a',
      start_ts: NOW_S - 900,
      end_ts: NOW_S,
      bucket_s: 300,
      ts: [NOW_S - 900, NOW_S - 600, NOW_S - 300],
      temperature: column,
      humidity: column,
      pressure: column,
      outdoors: {},
    };
    const humidity = [{ horizon: '1h', mu: 97, halfwidth: 8 }];
    const forecast = { id: 'a', issue_ts: NOW_S - 400, targets: { temperature: [], humidity, pressure: [] } };
    const fan = fanOf('humidity', NOW_S, history, forecast);
    expect(fan.start).toEqual({ tS: NOW_S - 400, value: 90 });
    expect(fan.entries).toMatchObject([{ mu: 97, lo: 89, hi: 100, valid_ts: NOW_S - 400 + 3600 }]);
    expect(fan.isForecastOld).toBe(false);
    expect(fanOf('humidity', NOW_S + 90_000, history, forecast).isForecastOld).toBe(true);
    expect(fanOf('humidity', NOW_S, null, null)).toMatchObject({ entries: [], sample: null, start: null });
  });
});
