import { expect, it } from 'vitest';
import type { ForecastBundle } from '../../src/contract/forecast.ts';
import { HomeAssistantForecast } from '../../src/contract/home-assistant.ts';
import { homeAssistantForecast } from '../../src/station/answers/home-assistant.ts';
import { FakeStation } from '../support/fake-station.ts';

/** 2025-06-15 12:00 UTC: day in Denmark. */
const NOON = 1_749_988_800;

async function told(
  change: { rain?: number | null; cloud?: number | null; tS?: number } = {},
): Promise<HomeAssistantForecast> {
  const tS = change.tS ?? NOON;
  const station = new FakeStation({ clock: { nowS: () => tS } });
  const telemetry = await station.telemetry();
  const cloud = change.cloud === undefined ? telemetry.derived.cloud_index : change.cloud;
  const precipitation = station.rain.precipitation();
  return homeAssistantForecast({
    telemetry: { ...telemetry, derived: { ...telemetry.derived, cloud_index: cloud } },
    forecast: station.forecasts.forecast(false),
    outlook: station.forecasts.outlook(),
    precipitation: precipitation && {
      ...precipitation,
      ...('rain' in change && { rain_probability: change.rain ?? null }),
    },
    place: { latitude: 55.77, longitude: 12.51 },
    timeZone: 'Europe/Copenhagen',
  });
}

it('has a day of hours and the days after it, with the keys of Home Assistant alone', async () => {
  const forecast = await told();
  expect(HomeAssistantForecast.parse(forecast)).toEqual(forecast);
  expect(forecast.hourly).toHaveLength(24);
  expect(forecast.daily.length).toBeGreaterThan(3);
  const keys = new Set([...forecast.hourly, ...forecast.daily].flatMap((entry) => Object.keys(entry)));
  const known = [
    'datetime',
    'condition',
    'native_temperature',
    'native_templow',
    'native_pressure',
    'native_dew_point',
    'humidity',
    'precipitation_probability',
  ];
  expect([...keys].filter((key) => !known.includes(key))).toEqual([]);
  for (const { datetime } of forecast.hourly) expect(datetime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  for (const { datetime } of forecast.daily) expect(datetime).toContain('T22:00:00+00:00'); // midnight of a summer's day
  for (const { native_temperature: high, native_templow: low } of forecast.daily)
    expect(high).toBeGreaterThanOrEqual(low!);
});

it('speaks of rain for the three hours that are foretold, and of no hour after them', async () => {
  const { hourly } = await told({ rain: 0.37 });
  expect(hourly.map((entry) => entry.precipitation_probability)).toEqual([
    37,
    37,
    37,
    ...Array<undefined>(21).fill(undefined),
  ]);
  expect(hourly.filter(({ condition }) => condition !== undefined)).toHaveLength(3);
});

it.each([
  [{ rain: 0.6, cloud: 0 }, 'rainy'],
  [{ rain: 0.59, cloud: 0.29 }, 'sunny'],
  [{ rain: 0, cloud: 0.3 }, 'partlycloudy'],
  [{ rain: 0, cloud: 0.7 }, 'cloudy'],
  [{ rain: 0.1, cloud: null }, 'sunny'],
  [{ rain: 0.1, cloud: null, tS: NOON + 11 * 3600 }, 'clear-night'],
  [{ rain: 0.4, cloud: null, tS: NOON + 11 * 3600 }, 'cloudy'],
  [{ rain: null, cloud: null }, null],
])('says of %j: %s', async (change, condition) => {
  expect((await told(change)).condition).toBe(condition);
});

it('puts what a silent target foretold last where it belongs: by its own moments, not by those of the others', async () => {
  const issuedS = NOON;
  const silentS = NOON - 1800;
  const hours = [1, 3, 6, 12, 24];
  /** Rises by one an hour, so that the value tells the moment it is for. */
  const entries = (fromS: number) =>
    hours.map((hour) => {
      const valid_ts = fromS + hour * 3600;
      return { horizon_s: hour * 3600, valid_ts, mu: (valid_ts - NOON) / 3600 };
    });
  const station = new FakeStation({ clock: { nowS: () => NOON } });
  const { hourly } = homeAssistantForecast({
    telemetry: await station.telemetry(),
    forecast: {
      issued_ts: issuedS,
      anchors: {},
      targets: { temperature: entries(issuedS), pressure: entries(silentS) } as unknown as ForecastBundle['targets'],
    },
    outlook: station.forecasts.outlook(),
    precipitation: null,
    place: { latitude: 55.77, longitude: 12.51 },
    timeZone: 'Europe/Copenhagen',
  });
  for (const [i, { datetime, native_temperature, native_pressure }] of hourly.entries()) {
    expect(Date.parse(datetime) / 1000).toBe(issuedS + (i + 1) * 3600);
    expect(native_temperature).toBeCloseTo(i + 1, 6);
    if (i < 23) expect(native_pressure).toBeCloseTo(i + 1, 6);
    else expect(native_pressure).toBeUndefined(); // half an hour beyond what it foretold
  }
});
