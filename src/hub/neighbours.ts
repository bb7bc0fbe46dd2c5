/** Buddy check: comparison of a value with its neighbours. Lengths in metres, temperatures in °C a metre. */
export interface BuddyRule {
  radiusM: number;
  /** More than so many must lie within the radius, and so many of them be fit for comparison. */
  fewest: number;
  /** Standard deviations of the neighbours beyond which a value is suspect. */
  threshold: number;
  mostHeightM: number;
  gradientPerM: number;
  /** Least spread of neighbours that this test assumes. */
  leastSd: number;
  rounds: number;
}

export interface Place {
  latitude: number;
  longitude: number;
  altitudeM: number;
}

export interface Judged {
  /** Difference to the mean of the neighbours at this height; null with too few neighbours. */
  difference: number | null;
  neighbours: number;
  suspect: boolean;
}

const EARTH_M = 6_371_000;
const RADIANS = Math.PI / 180;

/** Along the great circle (haversine). */
export function distanceM(a: Place, b: Place): number {
  const dLat = (b.latitude - a.latitude) * RADIANS;
  const dLon = (b.longitude - a.longitude) * RADIANS;
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Lets others have their turn; called often, does so now and then. */
type Breathe = () => Promise<void>;

/** Adjacency list: for each place, the indexes of those within the radius. */
export type Near = ReadonlyArray<readonly number[]>;

/**
 * Buddy check of MET Norway's titanlib: a value further than `threshold` standard deviations from the mean of the neighbours within
 * the radius, each brought to its own height, is suspect. Suspects and stations without a value count as no neighbours from then on.
 * Stations at the very same place are not compared, as in titanlib. Other than in its version of 2021, a neighbour on a hill is made
 * warmer on its way down, not colder.
 */
export async function buddyCheck(
  places: readonly Place[],
  values: ReadonlyArray<number | null>,
  near: Near,
  rule: BuddyRule,
  breathe: Breathe,
): Promise<Judged[]> {
  const judged = places.map((): Judged => ({ difference: null, neighbours: 0, suspect: false }));
  // Millions of pairs in a fleet of thousands: plain numbers side by side.
  const value = Float64Array.from(values, (one) => one ?? Number.NaN);
  const altitudeM = Float64Array.from(places, (place) => place.altitudeM);
  const isSuspect = new Uint8Array(places.length);
  const fit = new Float64Array(places.length);
  for (let round = 0; round < rule.rounds; round++)
    for (let i = 0; i < places.length; i++) {
      await breathe();
      if (Number.isNaN(value[i]) || isSuspect[i] === 1) continue;
      let present = 0;
      let fits = 0;
      for (const j of near[i]!) {
        const other = value[j]!;
        if (Number.isNaN(other)) continue;
        present += 1;
        const higherM = altitudeM[j]! - altitudeM[i]!;
        if (isSuspect[j] === 0 && Math.abs(higherM) <= rule.mostHeightM)
          fit[fits++] = other - higherM * rule.gradientPerM;
      }
      if (present <= rule.fewest || fits < rule.fewest) continue;
      judged[i] = against(value[i]!, fit, fits, rule);
      isSuspect[i] = judged[i]!.suspect ? 1 : 0;
    }
  return judged;
}

/** Compares a value with the first `n` of `values`. */
function against(value: number, values: Float64Array, n: number, { leastSd, threshold }: BuddyRule): Judged {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += values[k]!;
  const mean = sum / n;
  let squares = 0;
  for (let k = 0; k < n; k++) squares += (values[k]! - mean) ** 2;
  const difference = value - mean;
  const suspect = Math.abs(difference) / Math.max(leastSd, Math.sqrt(squares / n)) > threshold;
  return { difference, neighbours: n, suspect };
}

/** Neighbours by distance. Stations seldom move, so this is computed again only when one came or moved. */
export class Neighbourhoods {
  #places: readonly Place[] = [];
  #near: Near = [];

  async of(places: readonly Place[], radiusM: number, breathe: Breathe): Promise<Near> {
    const isAsBefore = ({ latitude, longitude }: Place, i: number): boolean =>
      latitude === this.#places[i]?.latitude && longitude === this.#places[i]?.longitude;
    if (places.length !== this.#places.length || !places.every(isAsBefore))
      this.#near = await near(places, radiusM, breathe);
    this.#places = places;
    return this.#near;
  }
}

/** Neighbours by distance: each pair is measured once, where its latitudes are near enough. A degree of latitude is as long at the pole. */
export async function near(places: readonly Place[], radiusM: number, breathe: Breathe): Promise<Near> {
  const reachDeg = radiusM / EARTH_M / RADIANS;
  const northwards = [...places.keys()].sort((a, b) => places[a]!.latitude - places[b]!.latitude);
  const all = places.map((): number[] => []);
  for (const [n, i] of northwards.entries()) {
    await breathe();
    for (let next = n + 1; next < northwards.length; next++) {
      const j = northwards[next]!;
      if (places[j]!.latitude - places[i]!.latitude > reachDeg) break;
      const awayM = distanceM(places[i]!, places[j]!);
      if (awayM <= 0 || awayM > radiusM) continue;
      all[i]!.push(j);
      all[j]!.push(i);
    }
  }
  return all;
}
