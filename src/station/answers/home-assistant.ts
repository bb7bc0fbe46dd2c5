import { DAY_MS, HOUR_S } from '../../base/durations.ts';
import { Zone } from '../../base/zone.ts';
import type { Precipitation } from '../../contract/conditions.ts';
import type { ForecastBundle, ForecastEntry, Outlook } from '../../contract/forecast.ts';
import type { Condition, HomeAssistantEntry, HomeAssistantForecast } from '../../contract/home-assistant.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { dewPointC } from '../air/physics/humidity.ts';
import { type Place, solarPosition } from '../air/physics/sun.ts';
import type { StationApi } from '../api.ts';

interface HomeAssistantFacts {
  telemetry: Telemetry;
  forecast: ForecastBundle;
  outlook: Outlook;
  precipitation: Precipitation | null;
  place: Place;
  timeZone: string;
}

const ATTRIBUTION =
  'Forecast by Weatherglass from this place alone. The condition is told from the chance of rain and the light; it knows no kinds of cloud.';
/** The chance of rain speaks of so long from now. */
const RAIN_HOURS = 3;
const HOURS = 24;
const RAINY = 0.6;
const SUNNY_BELOW = 0.3;
const CLOUDY_FROM = 0.7;

/** The forecasts as Home Assistant's weather entities carry them. */
export function homeAssistantForecast(facts: HomeAssistantFacts): HomeAssistantForecast {
  const { telemetry, precipitation, place } = facts;
  const rain = precipitation?.rain_probability ?? null;
  const cloud = telemetry.derived.cloud_index;
  return {
    attribution: ATTRIBUTION,
    condition: conditionAt(telemetry.timestamp, rain, cloud, place),
    hourly: hourly(facts, rain, cloud),
    daily: daily(facts),
  };
}

/** Forecasts of a running station for Home Assistant. */
export async function homeAssistantOf(station: StationApi): Promise<HomeAssistantForecast> {
  const { site } = station.status();
  return homeAssistantForecast({
    telemetry: await station.telemetry(),
    forecast: station.forecasts.forecast(false),
    outlook: station.forecasts.outlook(),
    precipitation: station.rain.precipitation(),
    place: site,
    timeZone: site.timezone,
  });
}

/** By the light where there is some, and else by the chance of rain; null where neither says anything. */
function conditionAt(tS: number, rain: number | null, cloud: number | null, place: Place): Condition | null {
  if (rain !== null && rain >= RAINY) return 'rainy';
  const overcast = cloud ?? rain;
  if (overcast === null) return null;
  const isNight = (solarPosition(tS, place)?.elevationDeg ?? 1) < 0;
  if (isNight) return overcast >= CLOUDY_FROM || (cloud === null && overcast >= SUNNY_BELOW) ? 'cloudy' : 'clear-night';
  if (overcast < SUNNY_BELOW) return 'sunny';
  return overcast < CLOUDY_FROM ? 'partlycloudy' : 'cloudy';
}

function hourly(
  { forecast, place }: HomeAssistantFacts,
  rain: number | null,
  cloud: number | null,
): HomeAssistantEntry[] {
  const { issued_ts: issuedS, targets } = forecast;
  if (issuedS === null) return [];
  return Array.from({ length: HOURS }, (_, i) => i + 1).flatMap((hour) => {
    const validS = issuedS + hour * HOUR_S;
    const at = (target: string) => between(targets[target] ?? [], validS);
    const [temperature, humidity, pressure] = [at('temperature'), at('humidity'), at('pressure')];
    if (temperature === null && humidity === null && pressure === null) return [];
    const isRainTold = hour <= RAIN_HOURS;
    const condition = isRainTold ? conditionAt(validS, rain, cloud, place) : null;
    const moist = humidity === null ? null : Math.min(100, Math.max(0, humidity));
    return [
      known({
        datetime: isoTime(validS),
        condition,
        native_temperature: rounded(temperature, 1),
        native_pressure: rounded(pressure, 1),
        native_dew_point: rounded(dewPointC(temperature, moist), 1),
        humidity: rounded(moist, 0),
        precipitation_probability: isRainTold && rain !== null ? Math.round(rain * 100) : null,
      }),
    ];
  });
}

/**
 * On the straight line between the two moments around it; null where one of them is not foretold. By moments and not by horizons: a
 * target that fell silent keeps its last forecast, which was issued earlier than the others.
 */
function between(entries: readonly ForecastEntry[], tS: number): number | null {
  const after = entries.findIndex(({ valid_ts }) => valid_ts >= tS);
  const next = entries[after];
  if (!next || next.mu === null) return null;
  if (next.valid_ts === tS) return next.mu;
  const last = entries[after - 1];
  if (!last || last.mu === null) return null;
  const share = (tS - last.valid_ts) / (next.valid_ts - last.valid_ts);
  return last.mu + share * (next.mu - last.mu);
}

function daily({ outlook, timeZone }: HomeAssistantFacts): HomeAssistantEntry[] {
  const days = outlook.days?.['temperature'] ?? [];
  const zone = new Zone(timeZone);
  return days.map(({ day, mu_min, mu_max }) =>
    known({
      datetime: isoTime(zone.startOf(Date.parse(day) / DAY_MS)),
      native_temperature: rounded(mu_max, 1),
      native_templow: rounded(mu_min, 1),
    }),
  );
}

const isoTime = (tS: number): string => new Date(Math.round(tS) * 1000).toISOString().replace('.000Z', '+00:00');

const rounded = (value: number | null, decimals: number): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toFixed(decimals));

type Maybe = { datetime: string } & {
  [K in Exclude<keyof HomeAssistantEntry, 'datetime'>]?: HomeAssistantEntry[K] | null;
};
const known = (entry: Maybe): HomeAssistantEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as HomeAssistantEntry;
