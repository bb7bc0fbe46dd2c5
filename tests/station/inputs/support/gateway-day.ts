import { DAY_S, HOUR_S } from '../../../../src/base/durations.ts';

/** A gateway reports this often, in its own time. */
export const EVERY_S = 16;
/** Midnight of the gateway, and when its owner sets its yearly counter to zero, in seconds of the replayed day: it begins at noon. */
const MIDNIGHT_S = 12 * HOUR_S;
const RESET_S = 17 * HOUR_S;

/** Tips of the gauge, 0.1 mm each: a shower in the afternoon, drizzle over midnight, a shower after the reset. */
const tipsUntil = (s: number): number => {
  const fallen = (from: number, everyS: number, most: number) =>
    Math.floor(Math.max(0, Math.min(most, (s - from) / everyS)));
  return fallen(2 * HOUR_S, 30, 120) + fallen(11 * HOUR_S, 200, 40) + fallen(19 * HOUR_S, 60, 40);
};

const windAt = (s: number): number => 4 + 2 * Math.sin(s / 3000);
/** Temperature outdoors in °F, the highest gust in mph and the rain in mm of the whole day. */
export const fahrenheitAt = (s: number): number => 60 + 10 * Math.sin(s / 14_000);
export const HIGHEST_GUST_MPH = 6 * 1.6;
export const FELL_MM = tipsUntil(DAY_S) / 10;

/** Form body of an Ecowitt gateway at a second of that day. Its daily counter begins anew at its midnight, its yearly one when it is reset. */
export function bodyAt(startS: number, s: number): string {
  const mm = (from: number) => ((tipsUntil(s) - tipsUntil(from)) / 10 / 25.4).toFixed(3);
  const total = s < RESET_S ? (20 + tipsUntil(s) / 254).toFixed(3) : mm(RESET_S);
  const at = new Date((startS + s) * 1000).toISOString().slice(0, 19).replace('T', '+');
  const values = {
    PASSKEY: 'A',
    stationtype: 'GW2000A_V3.1.5',
    model: 'GW2000A',
    dateutc: at,
    tempf: fahrenheitAt(s).toFixed(2),
    humidity: '70',
    baromabsin: '29.9',
    winddir: String(Math.round(180 + 90 * Math.sin(s / 5000))),
    windspeedmph: windAt(s).toFixed(2),
    windgustmph: (windAt(s) * 1.6).toFixed(2),
    solarradiation: '200',
    uv: '1',
    dailyrainin: mm(s < MIDNIGHT_S ? 0 : MIDNIGHT_S),
    yearlyrainin: total,
  };
  return Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}
