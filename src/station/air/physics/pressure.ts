import { inPressureRange, inTemperatureRange, plausibleRh, ZERO_C_IN_K } from './limits.ts';
import { saturationHpa } from './saturation.ts';
import { feet, inchesOfMercury } from './units.ts';

const N = 0.190263;
const K = 8.417286e-5;

const inAltitudeRange = (altitudeM: number): boolean => altitudeM >= -700 && altitudeM <= 5200;

/**
 * Sea-level pressure by the ICAO standard atmosphere (aviation's QNH): p0 = (pⁿ + k z)^(1/n). It depends on the altitude alone,
 * so the heat of a room, a board or a dead probe cannot print a daily wave into pressure, its rate and its forecasts.
 */
export function seaLevelHpa(stationHpa: number | null, altitudeM: number): number | null {
  if (!inPressureRange(stationHpa) || !inAltitudeRange(altitudeM)) return null;
  return altitudeM === 0 ? stationHpa : (stationHpa ** N + K * altitudeM) ** (1 / N);
}

/** The same turned round: of a console that tells only what its barometer would show at sea level. */
export const stationOfSeaLevelHpa = (seaHpa: number, altitudeM: number): number =>
  (seaHpa ** N - K * altitudeM) ** (1 / N);

/** Pressure of the standard atmosphere at sea level, hPa. */
const STANDARD_HPA = 1013.25;

/**
 * Height from which pressure is reduced to sea level: the elevation, and the owner's offset against a reference as the height it is worth
 * in the standard atmosphere. One reading of a reference cannot tell a wrong elevation from a wrong barometer, and as a height it joins
 * the scale: the whole history follows. With 3 hPa, weather of ±30 hPa makes an error of 0.1 hPa.
 */
export function reductionHeightM(site: { altitude_m: number; pressure_offset_hpa: number }): number {
  if (site.pressure_offset_hpa === 0) return site.altitude_m;
  const level = STANDARD_HPA ** N - K * site.altitude_m;
  return site.altitude_m + ((level ** (1 / N) + site.pressure_offset_hpa) ** N - level) / K;
}

/** p_sea-level / p_station, by which a forecast learned at station level is published; 1 when either is not known. */
export function seaLevelRatio(stationHpa: number | null, altitudeM: number): number {
  const reduced = seaLevelHpa(stationHpa, altitudeM);
  return reduced === null || stationHpa === null ? 1 : reduced / stationHpa;
}

/**
 * The WMO reduction (WMO-No. 8), p0 = p 10^(0.0148275 z/(T + 0.0065 z/2 + 0.12 e)), from a 12 h mean of *outdoor* temperature and
 * humidity, below about 750 m. Fed with the 21 °C of a room on a frosty day at 500 m it would be 4.5 hPa wrong.
 */
export function seaLevelWmoHpa(
  stationHpa: number | null,
  altitudeM: number,
  outdoorC: number | null,
  outdoorRhPct: number | null,
): number | null {
  const rh = plausibleRh(outdoorRhPct);
  if (!inPressureRange(stationHpa) || !inTemperatureRange(outdoorC) || rh === null || !inAltitudeRange(altitudeM)) {
    return null;
  }
  const vapourHpa = (saturationHpa(outdoorC) * rh) / 100;
  const columnK = outdoorC + ZERO_C_IN_K + (0.0065 * altitudeM) / 2 + 0.12 * vapourHpa;
  return stationHpa * 10 ** ((0.0148275 * altitudeM) / columnK);
}

/**
 * The altimeter setting of the National Weather Service, hPa: A = (p^0.190284 + 1.313e-5 h)^5.2553026 with p in inHg and h in feet
 * (ASOS). The same standard atmosphere as above in other constants, a hundredth of a hPa away; CWOP asks for this very one.
 */
export function altimeterHpa(stationHpa: number | null, altitudeM: number): number | null {
  if (!inPressureRange(stationHpa) || !inAltitudeRange(altitudeM)) return null;
  const inHg = (inchesOfMercury(stationHpa) ** 0.190284 + 1.313e-5 * feet(altitudeM)) ** 5.2553026;
  return inHg / inchesOfMercury(1);
}
