import type { ForecastBundle } from '../../contract/forecast.ts';
import type { Health } from '../../contract/telemetry.ts';
import { alertOf } from '../display/alerts.ts';
import type { DisplayState } from '../display/state.ts';
import type { Reading } from '../sampling/reading.ts';

/** Display state of the LED panel, from the newest values. `truth`: series of the sensor that the forecast speaks of; null for the board. */
export function displayStateOf(
  reading: Reading | null,
  forecast: ForecastBundle,
  rainProbability: number | null,
  truth: number | null,
  health: Health,
  animationS: number,
): DisplayState {
  const anchorS = forecast.issued_ts ?? 0;
  const ribbon = (forecast.targets['temperature'] ?? []).flatMap(({ valid_ts, mu, lo, hi }) =>
    mu === null || lo === null || hi === null ? [] : [{ leadS: valid_ts - anchorS, muC: mu, loC: lo, hiC: hi }],
  );
  const seen = {
    temperatureC: reading?.smooth.temperatureC ?? null,
    outdoorC: reading?.outdoorC ?? null,
    pressureHpaPerH: reading?.rates.pressureHpaPerH ?? null,
    ...(truth !== null && { aheadFromC: reading?.heard?.air === truth ? reading.heard.temperatureC : null }),
    ribbon,
  };
  return {
    ...seen,
    animationS,
    humidityPct: reading?.smooth.humidityPct ?? null,
    temperatureCPerH: reading?.rates.temperatureCPerH ?? null,
    rainProbability,
    sunElevationDeg: reading?.derived.solarElevationDeg ?? null,
    sunAzimuthDeg: reading?.derived.solarAzimuthDeg ?? null,
    cloudIndex: reading?.derived.cloudIndex ?? null,
    lux: reading?.sample.light?.lux ?? null,
    alert: alertOf(seen, health),
    alarm: null,
  };
}
