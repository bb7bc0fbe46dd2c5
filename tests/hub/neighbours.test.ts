import { describe, expect, it } from 'vitest';
import { type BuddyRule, buddyCheck, distanceM, Neighbourhoods, near, type Place } from '../../src/hub/neighbours.ts';
import { seeded } from '../support/seeded.ts';

const rule: BuddyRule = {
  radiusM: 10_000,
  fewest: 1,
  threshold: 1,
  mostHeightM: 200,
  gradientPerM: -0.0065,
  leastSd: 0.01,
  rounds: 2,
};
const atOnce = async () => undefined;
type Placed = Place & { value: number };
const checked = async (stations: readonly Placed[], by: BuddyRule) =>
  buddyCheck(
    stations,
    stations.map(({ value }) => value),
    await near(stations, by.radiusM, atOnce),
    by,
    atOnce,
  );
/** metno/titanlib, tests/files/buddy_check.yml: ten stations on the 60th parallel, 55 m apart. */
const row = (values: number[]) =>
  values.map((value, i) => ({ latitude: 60, longitude: 10 + (i + 1) / 1000, altitudeM: 0, value }));
const flags = async (values: number[], more: Partial<BuddyRule> = {}) =>
  (await checked(row(values), { ...rule, ...more })).map(({ suspect }) => Number(suspect));

describe("titanlib's buddy check", () => {
  const values = [0, 0, 0, 0, 0, 0, 0, 0, 0.1, 1];
  it.each([
    [{}, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]],
    [{ leastSd: 0.3 }, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    [{ leastSd: 1 }, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    [{ fewest: 20 }, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('flags as upstream does with %j', async (more, expected) => expect(await flags(values, more)).toEqual(expected));

  it('finds the one of three that is off, as upstream', async () => {
    expect(await flags([0, 1, -111], { threshold: 2, leastSd: 1 })).toEqual([0, 0, 1]);
  });
});

describe('who is a neighbour', () => {
  const at = (latitude: number, longitude: number, value = 0, altitudeM = 0) => ({
    latitude,
    longitude,
    altitudeM,
    value,
  });

  it('is measured along the great circle', () => {
    expect(distanceM(at(55.67594, 12.56553), at(59.91273, 10.74609))).toBeCloseTo(483_243, -2); // Copenhagen to Oslo on a sphere of 6371 km
    expect(distanceM(at(0, 179.99), at(0, -179.99))).toBeCloseTo(2224, 0);
  });

  it('is found across the date line and far in the north', async () => {
    const dateLine = [at(10, 179.99, 5), at(10, -179.99), at(10, -179.98), at(10.01, 179.98)];
    const judged = await checked(dateLine, { ...rule, leastSd: 1 });
    expect(judged[0]).toEqual({ difference: 5, neighbours: 3, suspect: true });
    const north = [at(85, 10, 5), at(85, 10.9), at(85, 9.2), at(85.05, 10)];
    expect((await checked(north, { ...rule, leastSd: 1 }))[0]).toEqual({ difference: 5, neighbours: 3, suspect: true });
  });

  it('is compared at the same height, and not at all far above', async () => {
    const slope = [at(47, 11, 10, 500), at(47.01, 11, 9.35, 600), at(47, 11.01, 9.35, 600), at(47.02, 11, -8, 3000)];
    const [valley] = await checked(slope, { ...rule, threshold: 2, leastSd: 1 });
    expect(valley!.neighbours).toBe(2);
    // At -0.0065 K/m who lives 100 m higher would have 0.65 K more down here: this valley is as warm as they are.
    expect(valley!.difference).toBeCloseTo(0, 6);
  });

  it('is compared with nobody where few live, and a suspect counts as nobody', async () => {
    const lonely = await checked([at(0, 0, 1), at(5, 5, 2)], rule);
    expect(lonely).toEqual([
      { difference: null, neighbours: 0, suspect: false },
      { difference: null, neighbours: 0, suspect: false },
    ]);
    expect(await flags([0, 0, 0, 0, 50, 0.5], { threshold: 2, leastSd: 1 })).toEqual([0, 0, 0, 0, 1, 0]);
  });

  it('is each of those within the radius, as all pairs say: in a town, over a country, at a pole and at the date line', async () => {
    const { uniform } = seeded(3);
    for (const [latitude, longitude, spread] of [
      [55.7, 12.5, 0.3],
      [51, 10, 6],
      [89.9, 0, 360],
      [-17, 179.9, 0.4],
    ] as const) {
      const places = Array.from({ length: 120 }, () => {
        const lon = longitude + spread * (uniform() - 0.5);
        return at(
          Math.max(-90, Math.min(90, latitude + Math.min(6, spread) * (uniform() - 0.5))),
          lon > 180 ? lon - 360 : lon,
        );
      });
      places.push(places[0]!); // at the very same place: not compared
      const within = (a: Place, b: Place) => distanceM(a, b) > 0 && distanceM(a, b) <= 50_000;
      const expected = places.map((one) => [...places.keys()].filter((j) => within(one, places[j]!)));
      const found = await near(places, 50_000, atOnce);
      expect(found.map((some) => some.toSorted((a, b) => a - b))).toEqual(expected);
      expect(expected.flat().length).toBeGreaterThan(100);
    }
  });

  it('is found again when somebody came or moved, and not before', async () => {
    const around = new Neighbourhoods();
    const here = [at(55, 12), at(55.01, 12)];
    const first = await around.of(here, 10_000, atOnce);
    expect(first).toEqual([[1], [0]]);
    expect(await around.of([...here], 10_000, atOnce)).toBe(first);
    expect(await around.of([at(55, 12), at(56, 12)], 10_000, atOnce)).toEqual([[], []]);
    expect(await around.of([...here, at(55, 12.01)], 10_000, atOnce)).toEqual([
      [2, 1],
      [0, 2],
      [0, 1],
    ]);
  });
});
