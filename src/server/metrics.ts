import type { Steps } from '../base/steps.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import { Exposition, processFigures, type Sample } from '../http/exposition.ts';
import { type MetricFamily, quantitiesWith } from '../quantities/names.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { valueAt } from '../quantities/value-at.ts';
import type { StationApi } from '../station/api.ts';

interface ServerFigures {
  uptimeS: number;
  streamClients: number;
  streamsDropped: number;
}

/** Gauges of what is measured: base units, as Prometheus wants them. */
const FAMILIES: Record<MetricFamily, { help: string; base: (value: number) => number }> = {
  temperature_celsius: { help: 'Temperatures.', base: (tC) => tC },
  humidity_ratio: { help: 'Relative humidity, 0 to 1.', base: (pct) => pct / 100 },
  pressure_pascals: { help: 'Air pressure.', base: (hpa) => hpa * 100 },
  illuminance_lux: { help: 'Light on the board.', base: (lux) => lux },
  wind_speed_meters_per_second: { help: 'Wind.', base: (ms) => ms },
  wind_direction_degrees: { help: 'Where the wind comes from.', base: (deg) => deg },
  solar_radiation_watts_per_square_meter: { help: 'Global radiation.', base: (wm2) => wm2 },
  rain_rate_millimeters_per_hour: { help: 'Rate of rain, from the counter of the gauge.', base: (mmH) => mmH },
  uv_index: { help: 'UV index.', base: (index) => index },
  rain_today_millimeters: { help: 'Rain since local midnight.', base: (mm) => mm },
};

/** Prometheus metrics, read at each request and at no other time. */
export function* metricsSteps(
  measuring: { station: StationApi; now: Telemetry } | null,
  server: ServerFigures,
): Steps<string> {
  const out = new Exposition();
  const station = measuring?.station ?? null;
  out.gauge('up', 'Whether the station is started.', station !== null);
  const pulse = station?.alive();
  out.gauge('sampling', 'Whether the sampling loop comes round; the watchdog goes by it.', pulse?.sampling ?? false);
  out.gauge('sampling_turn_age_seconds', 'Time since the sampling loop last came round.', pulse?.turn_age_s);
  out.gauge(
    'ready',
    'Whether there is a fresh measurement and a store that takes it.',
    station?.ready().ready ?? false,
  );
  out.gauge('server_uptime_seconds', 'Time since the server was created.', server.uptimeS);
  out.gauge('stream_clients', 'Open event streams.', server.streamClients);
  out.counter(
    'streams_dropped_total',
    'Event streams let go because their reader did not keep up.',
    server.streamsDropped,
  );
  processFigures(out);
  if (measuring) {
    sensorFigures(out, measuring.station, measuring.now);
    yield;
    engineFigures(out, measuring.station);
    alarmFigures(out, measuring.station);
    yield;
    modelFigures(out, measuring.station);
  }
  return out.toString();
}

function sensorFigures(out: Exposition, station: StationApi, now: Telemetry): void {
  out.gauge('sample_timestamp_seconds', 'When the newest sample was taken.', now.timestamp);
  const measured = quantitiesWith('metric');
  for (const [family, { help, base }] of Object.entries(FAMILIES)) {
    const samples = measured
      .filter(({ metric }) => metric.family === family)
      .map(({ metric, telemetry }: Pick<Quantity, 'metric' | 'telemetry'>): Sample => {
        const value = valueAt(now, telemetry!);
        return [metric?.label ? { [metric.label[0]]: metric.label[1] } : {}, value === null ? null : base(value)];
      });
    out.gauge(family, help, samples);
  }
  const { health, drift } = station.watch.anomaly();
  const healthy = Object.entries(health).map(([signal, { status }]): Sample => [{ signal }, status === 'ok']);
  out.gauge('sensor_healthy', 'Whether a signal is without complaint.', healthy);
  out.gauge('drift_stress_ratio', 'Drift, 0 to 1.', drift.stress);
}

function alarmFigures(out: Exposition, station: StationApi): void {
  const { rules, enabled, firing } = station.alarms.counts();
  out.gauge('alarm_rules', 'Alarms, those that are switched off included.', rules);
  out.gauge('alarms_enabled', 'Alarms that are switched on.', enabled);
  out.gauge('alarms_firing', 'Alarms that are firing.', firing);
}

function engineFigures(out: Exposition, station: StationApi): void {
  out.counter('samples_total', 'Samples taken since the start.', station.sampleCount);
  const figures = station.figures?.();
  if (figures) {
    out.counter('samples_missed_total', 'Sampling slots that passed without a sample.', figures.missedSamples);
    out.summary('sampling_lateness_seconds', 'How late after its slot a sample was taken.', figures.samplingLateness);
    out.summary('store_commit_seconds', 'How long a commit of gathered samples took.', figures.storeCommits);
  }
  const { tiers, bytes } = station.history.storage();
  out.gauge('store_bytes', 'The database with its write-ahead log.', bytes);
  const byTier = tiers.map(({ label, rows }): Sample => [{ tier: label }, rows]);
  out.gauge('store_rows', 'Stored rows by tier.', byTier);
}

function modelFigures(out: Exposition, station: StationApi): void {
  const { rows } = station.forecasts.scorecard();
  const perHead = (of: 'skill' | 'coverage' | 'n') =>
    rows.map((row): Sample => [{ target: row.target, horizon_s: row.horizon_s }, row[of]]);
  out.gauge('forecast_skill_ratio', 'Skill against persistence, 1 is perfect, 0 is none.', perHead('skill'));
  out.gauge('forecast_coverage_ratio', 'Share of truths inside their interval.', perHead('coverage'));
  out.gauge('forecast_scored', 'Forecasts behind the figures.', perHead('n'));
}
