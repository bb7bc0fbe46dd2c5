import { describe, expect, it } from 'vitest';
import {
  Fleet,
  FleetCompareQuery,
  FleetComparison,
  FleetForecast,
  FleetHealth,
  FleetHistory,
  FleetRangeQuery,
  FleetScores,
  FleetStation,
  HubHealth,
  Neighbourly,
} from '../../src/contract/fleet.ts';

const silent: FleetStation = {
  id: 'north-school',
  name: 'North school',
  group: null,
  place: null,
  published: false,
  keep_days: null,
  added_ts: 1_795_000_000,
  revoked: false,
  simulated: false,
  shared: false,
  last_seen_ts: null,
  last_row_ts: null,
  version: null,
  health: 'unknown',
  backlog_rows: null,
  alarms: null,
  disk_free_pct: null,
  wanted_version: null,
  upgrade: null,
  latitude: null,
  longitude: null,
  altitude_m: null,
  temperature: null,
  humidity: null,
  pressure: null,
  skill: { temperature: {}, humidity: {}, pressure: {} },
  neighbours: { temperature: null, humidity: null, pressure: null },
};

describe('the words of a fleet', () => {
  it('know a station that never sent anything, and one that sends', () => {
    const speaking: FleetStation = {
      ...silent,
      last_seen_ts: 1_795_000_300,
      last_row_ts: 1_795_000_300,
      version: '1.2.3',
      health: 'ok',
      temperature: -3.5,
      skill: { temperature: { '6h': 0.31 }, humidity: {}, pressure: { '1d': -0.02 } },
      neighbours: { ...silent.neighbours, temperature: { difference: -0.4, neighbours: 7, suspect: false } },
    };
    const fleet = { now_ts: 1_795_000_310, stale_s: 0, stations: [silent, speaking] };
    expect(Fleet.parse(fleet)).toEqual(fleet);
  });

  it.each([
    ['a horizon nobody forecasts', { skill: { ...silent.skill, temperature: { '5h': 0.2 } } }],
    ['a value that is none', { temperature: Number.NaN }],
    ['a health of its own', { health: 'fine' }],
  ])('refuse %s', (_what, wrong) => expect(FleetStation.safeParse({ ...silent, ...wrong }).success).toBe(false));

  it('take epoch seconds in questions, and nothing that only looks like them', () => {
    expect(FleetRangeQuery.parse({ start: '1795000000', bucket: '300' })).toEqual({
      start: 1_795_000_000,
      bucket: 300,
    });
    for (const start of ['', '-1', '1e9', 'now', '1795000000"}'])
      expect(FleetRangeQuery.safeParse({ start }).success, start).toBe(false);
    expect(FleetCompareQuery.parse({ a: 'x', b: 'y' }).target).toBe('temperature');
    expect(FleetCompareQuery.safeParse({ a: 'x', b: 'y', target: 'wx_temp' }).success).toBe(false);
  });

  it('have an answer for who knows nothing yet', () => {
    const span = {
      start_ts: 0,
      end_ts: 300,
      bucket_s: 300,
      ts: [],
      temperature: [],
      humidity: [],
      pressure: [],
      outdoors: {},
    };
    expect(FleetHistory.safeParse({ id: 'a', ...span }).success).toBe(true);
    const targets = { temperature: [], humidity: [], pressure: [] };
    expect(FleetForecast.safeParse({ id: 'a', issue_ts: null, targets }).success).toBe(true);
    expect(FleetScores.safeParse({ months: [], rows: [] }).success).toBe(true);
    const difference = { mean: null, sd: null, n: 0 };
    const pair = { a: 'a', b: 'b', target: 'humidity', ts: [], values_a: [], values_b: [], difference };
    expect(FleetComparison.safeParse(pair).success).toBe(true);
    expect(Neighbourly.nullable().safeParse(null).success).toBe(true);
    expect(FleetHealth.options).toContain('unknown');
    const engine = { kind: 'influxdb', version: null, state: 'down', since_ts: 1, detail: 'refused' };
    const health = { ok: false, now_ts: 2, version: '1.0.0', stations: 0, engine, batches: { stored: 0, refused: {} } };
    expect(
      HubHealth.parse({ ...health, newer_fields: { wx_wind: 1 }, batches: { stored: 1, refused: { 400: 2 } } }).batches
        .refused,
    ).toEqual({
      400: 2,
    });
  });
});
