import { NO_RATES, type RawTick, type TickRow } from '../../tick.ts';
import { dewPointC } from '../physics/humidity.ts';
import { seaLevelRatio } from '../physics/pressure.ts';
import { compensate, type Scale } from './scale.ts';

/** Grid row under a scale: of the board, or of the series that is the outdoor truth; without a value where that one was silent. */
export function tickRow(raw: RawTick, scale: Scale): TickRow {
  const { tS, cloudIndex, rainMm } = raw;
  const air = airOf(raw, scale);
  const barometer = barometerOf(raw, scale);
  return {
    tS,
    temperatureC: air.temperatureC,
    humidityPct: air.humidityPct,
    stationHpa: barometer.stationHpa,
    dewPointC: dewPointC(air.temperatureC, air.humidityPct),
    cloudIndex,
    rates: {
      temperatureCPerH: air.rates.temperatureCPerH,
      humidityPctPerH: air.rates.humidityPctPerH,
      pressureHpaPerH: barometer.rates.pressureHpaPerH,
    },
    seaLevelRatio: seaLevelRatio(barometer.stationHpa, scale.altitudeM),
    ...(rainMm !== undefined && { rainMm }),
  };
}

const SILENT = { temperatureC: null, humidityPct: null, stationHpa: null, rates: NO_RATES };

function airOf(raw: RawTick, scale: Scale): Pick<TickRow, 'temperatureC' | 'humidityPct' | 'rates'> {
  if (scale.air === null) return { ...compensate(raw, scale), rates: raw.rates };
  return raw.heard?.air === scale.air ? raw.heard : SILENT;
}

function barometerOf(raw: RawTick, { barometer }: Scale): Pick<TickRow, 'stationHpa' | 'rates'> {
  if (barometer === null) return raw;
  return raw.heard?.barometer === barometer ? raw.heard : SILENT;
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
    pressure: mean((row) => row.stationHpa),
    dew_point: mean((row) => row.dewPointC),
  };
}
