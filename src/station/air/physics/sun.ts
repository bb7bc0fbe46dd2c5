import { DAY_S } from '../../../base/durations.ts';

const RAD = Math.PI / 180;
const J2000 = 2451545;
/** Terrestrial minus universal time, s. It has stayed within 69–70 s since 2017 and is worth less than 0.001°. */
const DELTA_T_S = 70;

/** East-positive degrees. Null members mean that nobody has told the station where it stands. */
export interface Place {
  latitude: number | null;
  longitude: number | null;
}

const isPlace = (place: Place): place is { latitude: number; longitude: number } =>
  place.latitude !== null &&
  place.longitude !== null &&
  Math.abs(place.latitude) <= 90 &&
  Math.abs(place.longitude) <= 180;

/** Apparent equatorial coordinates of the sun's centre, degrees, and sidereal time at Greenwich. Meeus, Astronomical Algorithms, ch. 12, 22, 25. */
function apparentSun(tS: number): { ascension: number; declination: number; sidereal: number; distanceAu: number } {
  const day = tS / DAY_S + 2440587.5 - J2000;
  const t = (day + DELTA_T_S / DAY_S) / 36525;
  const meanLongitude = 280.46646 + t * (36000.76983 + 0.0003032 * t);
  const anomaly = (357.52911 + t * (35999.05029 - 0.0001537 * t)) * RAD;
  const centre =
    (1.914602 - t * (0.004817 + 0.000014 * t)) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly);
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const distanceAu = (1.000001018 * (1 - eccentricity ** 2)) / (1 + eccentricity * Math.cos(anomaly + centre * RAD));
  const node = (125.04 - 1934.136 * t) * RAD; // of the moon's orbit: the one nutation term that matters here
  const nutation = -0.00478 * Math.sin(node);
  const longitude = (meanLongitude + centre - 0.00569 + nutation) * RAD;
  const obliquity = (23.439291 - 0.0130042 * t + 0.00256 * Math.cos(node)) * RAD;
  const sidereal = 280.46061837 + 360.98564736629 * day + 0.000387933 * t * t + nutation * Math.cos(obliquity);
  return {
    ascension: Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)) / RAD,
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
    sidereal,
    distanceAu,
  };
}

/**
 * Position of the sun, good to 0.01° between 1950 and 2050 against NREL's SPA. Time is UTC; no calendar is involved. The elevation is that
 * of the disc's centre, true and topocentric, without refraction: smooth through the horizon. The azimuth counts clockwise from true north,
 * [0, 360), and means nothing within half a degree of the zenith and at the poles.
 */
export function solarPosition(tS: number, place: Place) {
  if (!isPlace(place) || !Number.isFinite(tS)) return null;
  const sun = apparentSun(tS);
  const hourAngle = (sun.sidereal + place.longitude - sun.ascension) * RAD;
  const latitude = place.latitude * RAD;
  const sinElevation =
    Math.sin(latitude) * Math.sin(sun.declination) +
    Math.cos(latitude) * Math.cos(sun.declination) * Math.cos(hourAngle);
  const geocentric = Math.asin(Math.min(1, Math.max(-1, sinElevation)));
  const parallaxDeg = (8.794 / 3600 / sun.distanceAu) * Math.cos(geocentric);
  const azimuthFromSouth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * Math.sin(latitude) - Math.tan(sun.declination) * Math.cos(latitude),
  );
  const azimuthDeg = (((azimuthFromSouth / RAD + 180) % 360) + 360) % 360;
  return { elevationDeg: geocentric / RAD - parallaxDeg, azimuthDeg };
}

/** Refraction: apparent elevation at 1013.25 hPa and 12 °C (Sæmundsson), from the moment the disc could be seen at all. */
export function apparentElevationDeg(elevationDeg: number): number {
  if (elevationDeg <= -0.83) return elevationDeg;
  const air = (1013.25 / 1010) * (283 / 285);
  return elevationDeg + (1.02 / (60 * Math.tan((elevationDeg + 10.3 / (elevationDeg + 5.11)) * RAD))) * air;
}
