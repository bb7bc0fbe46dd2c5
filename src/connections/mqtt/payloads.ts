import type { Anomaly, Precipitation } from '../../contract/conditions.ts';
import type { EventRecord } from '../../contract/events.ts';
import type { ForecastBundle } from '../../contract/forecast.ts';
import type { HomeAssistantForecast } from '../../contract/home-assistant.ts';
import { HORIZON_LABELS, HORIZONS_S, perTarget, type Target } from '../../contract/names.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import { valueAt } from '../../quantities/value-at.ts';

const DECIMALS = 1e6;
const number = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value) ? null : Math.round(value * DECIMALS) / DECIMALS;

/** With an offset, as Home Assistant wants it. */
export const isoTime = (tS: number): string => new Date(Math.round(tS * 1000)).toISOString().replace('Z', '+00:00');

const ANNOUNCED = quantitiesWith('mqtt');
const isChannel = (path: string): boolean => path.startsWith('channels.');

type Novelty = Pick<Anomaly, 'novelty'>;

/** What the state has beside the quantities; `entities.ts` has an entity for each. */
const ownState = (telemetry: Telemetry, { novelty }: Novelty) => ({
  novelty_d2: number(telemetry.novelty_d2),
  health: telemetry.health,
  unusual: novelty.alarm ? 'ON' : 'OFF',
  last_sample: isoTime(telemetry.timestamp),
});
export type OwnState = keyof ReturnType<typeof ownState>;

/** State topic: the newest reading. Every key is always there, and null is unknown; but of a hundred channels only those that speak. */
export function statePayload(telemetry: Telemetry, anomaly: Novelty, simulated: boolean): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      ANNOUNCED.flatMap(({ mqtt, telemetry: path }) => {
        const value = number(valueAt(telemetry, path));
        return value === null && isChannel(path) ? [] : [[mqtt.key, value] as const];
      }),
    ),
    ...ownState(telemetry, anomaly),
    timestamp: telemetry.timestamp,
    ...(simulated && { simulated: true }),
  };
}

/** Payload of the forecast. Every horizon is present, also without a value. */
export function forecastPayload(
  bundle: ForecastBundle,
  precipitation: Precipitation | null,
  { condition, hourly, daily }: HomeAssistantForecast,
) {
  const rain = number(precipitation?.rain_probability);
  return {
    issued: bundle.issued_ts === null ? null : isoTime(bundle.issued_ts),
    rain_probability_pct: rain === null ? null : Math.round(rain * 100),
    outlook_text: precipitation?.label ?? null,
    condition,
    ...perTarget((target) => horizonsOf(bundle, target)),
    hourly,
    daily,
  };
}
/** Every field but the time has entities in `entities.ts`. */
export type OwnForecast = Exclude<keyof ReturnType<typeof forecastPayload>, 'issued'>;

const horizonsOf = ({ issued_ts: issuedS, targets }: ForecastBundle, target: Target): Record<string, object> =>
  Object.fromEntries(
    HORIZONS_S.map((horizonS) => {
      const entry = targets[target]?.find(({ horizon_s }) => horizon_s === horizonS);
      const saidS = entry?.issued_ts ?? issuedS;
      return [
        HORIZON_LABELS[horizonS]!,
        {
          mu: number(entry?.mu),
          lo: number(entry?.lo),
          hi: number(entry?.hi),
          sigma: number(entry?.sigma),
          valid: entry ? isoTime(entry.valid_ts) : null,
          issued: saidS === null ? null : isoTime(saidS),
          provisional: entry?.provisional ?? false,
        },
      ];
    }),
  );

/** A text longer than Home Assistant takes would be refused whole. */
const MOST_LETTERS = 255;

export const eventPayload = ({ kind, severity, detail, ts }: EventRecord): Record<string, unknown> => ({
  event_type: kind,
  severity,
  detail: detail.slice(0, MOST_LETTERS),
  time: isoTime(ts),
});
