import { DAY_S } from '../../../base/durations.ts';

/**
 * Elevation of the sun to a tenth of a degree, enough to shade nights and to pick a theme. Astronomical Almanac's low-precision formulas
 * (page C5), 1950 to 2050. The station computes its own, finer figures.
 */
const RAD = Math.PI / 180;
/** The upper limb on the horizon with mean refraction. */
const HORIZON_DEG = -0.833;

export interface Place {
  latitudeDeg: number;
  longitudeDeg: number;
}

export function sunElevationDeg(tS: number, { latitudeDeg, longitudeDeg }: Place): number {
  const days = tS / DAY_S - 10_957.5; // since J2000.0
  const meanLongitude = 280.46 + 0.9856474 * days;
  const anomaly = (357.528 + 0.9856003 * days) * RAD;
  const longitude = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD;
  const obliquity = (23.439 - 4e-7 * days) * RAD;
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(longitude));
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude));
  const siderealDeg = 280.46062 + 360.98564737 * days + longitudeDeg;
  const hourAngle = siderealDeg * RAD - rightAscension;
  const latitude = latitudeDeg * RAD;
  const sine =
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(Math.max(-1, Math.min(1, sine))) / RAD;
}

/** Every rising and setting in the window: scanned in steps, then halved down to seconds. */
export function sunEvents(fromS: number, toS: number, place: Place) {
  const stepS = 1200;
  const above = (tS: number): boolean => sunElevationDeg(tS, place) > HORIZON_DEG;
  const events: Array<{ tS: number; rises: boolean }> = [];
  let before = above(fromS);
  for (let tS = fromS; tS < toS; tS += stepS) {
    const endS = Math.min(tS + stepS, toS);
    const after = above(endS);
    if (after === before) continue;
    let lo = tS;
    let hi = endS;
    while (hi - lo > 5) {
      const mid = (lo + hi) / 2;
      if (above(mid) === before) lo = mid;
      else hi = mid;
    }
    events.push({ tS: hi, rises: after });
    before = after;
  }
  return events;
}

/** The parts of the window in which the sun is down. */
export function nights(fromS: number, toS: number, place: Place): Array<[number, number]> {
  const spans: Array<[number, number]> = [];
  let darkSince = sunElevationDeg(fromS, place) <= HORIZON_DEG ? fromS : null;
  for (const { tS, rises } of sunEvents(fromS, toS, place)) {
    if (rises && darkSince !== null) spans.push([darkSince, tS]);
    darkSince = rises ? null : tS;
  }
  if (darkSince !== null) spans.push([darkSince, toS]);
  return spans;
}
