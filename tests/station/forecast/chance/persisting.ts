import { HOUR_S } from '../../../../src/base/durations.ts';
import { TARGETS, type Target } from '../../../../src/contract/names.ts';
import { priorHalfwidth } from '../../../../src/station/forecast/bands/head-band.ts';
import type { Issue } from '../../../../src/station/forecast/heads/head.ts';
import type { HeadForecast } from '../../../../src/station/forecast/issued-forecast.ts';
import type { TickRow } from '../../../../src/station/tick.ts';

const HORIZONS_S = [HOUR_S, 6 * HOUR_S, 24 * HOUR_S];
const nothing = new Float64Array(0);

/** Every horizon as it is now, in bands that are `wide` times as wide as a typical station's. */
export function persisting(row: TickRow, wide = 1): HeadForecast[] {
  const now: Readonly<Record<Target, number | null>> = {
    temperature: row.temperatureC,
    humidity: row.humidityPct,
    pressure: row.stationHpa,
  };
  return TARGETS.flatMap((target) =>
    HORIZONS_S.flatMap((horizonS): HeadForecast[] => {
      const value = now[target];
      if (value === null) return [];
      const halfwidth = wide * priorHalfwidth(target, horizonS);
      const issue = { forecast: value, experts: [value], halfwidth, quantiles: null, sigma: null } as unknown as Issue;
      const ratio = target === 'pressure' ? row.seaLevelRatio : 1;
      return [{ target, horizonS, tS: row.tS, issue, phi: nothing, psi: nothing, ratio }];
    }),
  );
}
