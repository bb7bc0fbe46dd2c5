import type { RawTick, TickRow } from '../../tick.ts';
import { dewPointC } from '../physics/humidity.ts';
import { seaLevelRatio } from '../physics/pressure.ts';
import { compensate, type Scale } from './scale.ts';

/** Grid row under a scale. */
export function tickRow(raw: RawTick, scale: Scale): TickRow {
  const { tS, stationHpa, cloudIndex, rates, rainMm } = raw;
  const { temperatureC, humidityPct } = compensate(raw, scale);
  return {
    tS,
    temperatureC,
    humidityPct,
    stationHpa,
    dewPointC: dewPointC(temperatureC, humidityPct),
    cloudIndex,
    rates,
    seaLevelRatio: seaLevelRatio(stationHpa, scale.altitudeM),
    ...(rainMm !== undefined && { rainMm }),
  };
}

export const tickRows = (raw: readonly RawTick[], scale: Scale): TickRow[] => raw.map((one) => tickRow(one, scale));

/** By how much the same ticks differ on two scales, in the mean; null where none of them has the value. */
export function meanStep(before: readonly TickRow[], after: readonly TickRow[]) {
  const mean = (of: (row: TickRow) => number | null): number | null => {
    let sum = 0;
    let n = 0;
    for (let i = 0; i < before.length; i++) {
      const [a, b] = [of(before[i]!), of(after[i]!)];
      if (a === null || b === null) continue;
      sum += b - a;
      n += 1;
    }
    return n === 0 ? null : sum / n;
  };
  return {
    temperature: mean((row) => row.temperatureC),
    humidity: mean((row) => row.humidityPct),
    pressure: 0,
    dew_point: mean((row) => row.dewPointC),
  };
}
