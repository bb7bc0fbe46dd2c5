import { MM_PER_INCH, MS_PER_MPH } from '../../quantities/unit-factors.ts';
import { altimeterHpa } from '../../station/air/physics/pressure.ts';
import { fahrenheit } from '../../station/air/physics/units.ts';
import type { Observation } from './observation.ts';
import { fixed } from './query-fields.ts';
import type { Sender } from './service.ts';

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** `5540.57N`: rounded to hundredths of a minute before it is split, or 59.99996° would become `5960.00N`. */
export function aprsAngle(deg: number, digits: number, [positive, negative]: readonly [string, string]): string {
  const hundredths = Math.round(Math.abs(deg) * 6000);
  const whole = padded(Math.floor(hundredths / 6000), digits);
  return `${whole}${((hundredths % 6000) / 100).toFixed(2).padStart(5, '0')}${deg < 0 ? negative : positive}`;
}

/** `t065`, `t-05`: half degrees go up, also below zero. */
export function aprsTemperature(tC: number | null): string {
  if (tC === null) return 't...';
  const f = Math.floor(fahrenheit(tC) + 0.5);
  if (f < -99 || f > 999) return 't...';
  return f < 0 ? `t-${padded(-f, 2)}` : `t${padded(f, 3)}`;
}

/** `h00` says a hundred percent; so nothing below one percent may become it. */
export function aprsHumidity(rhPct: number | null): string {
  if (rhPct === null) return '';
  const pct = Math.min(100, Math.max(1, Math.round(rhPct)));
  return `h${padded(pct % 100, 2)}`;
}

/** The altimeter setting in tenths of a hPa. */
export function aprsPressure(altimeter: number | null): string {
  const text = fixed(altimeter === null ? null : altimeter * 10, 0);
  return text === null ? '' : `b${text.padStart(5, '0')}`;
}

/** `011205`: day, hour and minute, UTC. */
const aprsTime = (tS: number): string => {
  const at = new Date(tS * 1000).toISOString();
  return `${at.slice(8, 10)}${at.slice(11, 13)}${at.slice(14, 16)}`;
};

const threeDigits = (value: number | null): string => {
  const text = fixed(value, 0);
  return text === null || text.length > 3 ? '...' : text.padStart(3, '0');
};
const mph = (ms: number | null): string => threeDigits(ms === null ? null : ms / MS_PER_MPH);
const hundredthsOfInch = (mm: number | null): string => threeDigits(mm === null ? null : (100 * mm) / MM_PER_INCH);
/** North is 360: 000 means that the direction is not known. */
const degrees = (deg: number | null): string => threeDigits(deg === null ? null : Math.round(deg) || 360);

/** APRS weather packet. Null if the station has no place. */
export function cwopPacket(observation: Observation, { id, place, software }: Sender, rainDayMm: number | null) {
  const { latitude, longitude, altitude_m: altitudeM } = place;
  if (latitude === null || longitude === null) return null;
  const { outside } = observation;
  const where = `${aprsAngle(latitude, 2, ['N', 'S'])}/${aprsAngle(longitude, 3, ['E', 'W'])}`;
  const weather = [
    `${degrees(outside.windDirectionDeg)}/${mph(outside.windSpeedMs)}g${mph(outside.windGustMs)}`,
    aprsTemperature(observation.airC),
    `r${hundredthsOfInch(outside.rainHourMm)}p${hundredthsOfInch(rainDayMm)}P${hundredthsOfInch(outside.rainTodayMm)}`,
    aprsHumidity(observation.humidityPct),
    aprsPressure(altimeterHpa(observation.stationHpa, altitudeM)),
  ].join('');
  return `${id}>APRS,TCPIP*:@${aprsTime(observation.tS)}z${where}_${weather}${software}`;
}

/** Call sign without characters that could end a line: anything after one would be another packet. */
export const isCallSign = (id: string): boolean => /^[A-Z0-9]{3,9}(-[A-Z0-9]{1,2})?$/i.test(id);

/** The last digit of the id is the minute at which it is its turn (of ten); letters alone have the first. */
export const cwopMinute = (id: string): number => Number(/\d(?=\D*$)/.exec(id)?.[0] ?? 0);
