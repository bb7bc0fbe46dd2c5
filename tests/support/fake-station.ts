import type { Anomaly, LabelResult, LabelUndone, Precipitation, SignalHealth } from '../../src/contract/conditions.ts';
import type { EventKind, EventRecord } from '../../src/contract/events.ts';
import type {
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  TrainResult,
  VerifyResult,
} from '../../src/contract/forecast.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../../src/contract/history.ts';
import type {
  CalibrateHumidityResult,
  CalibrateResult,
  CalibrationUndone,
  HumidityCompensator,
  RecomputeResult,
  ThermalCompensator,
} from '../../src/contract/models.ts';
import { HORIZON_LABELS, HORIZONS_S, TARGETS } from '../../src/contract/names.ts';
import type { MonthReport } from '../../src/contract/report.ts';
import type { DisplayPreview, Job, Pulse, Ready, StreamMessage } from '../../src/contract/status.ts';
import type { Health, Telemetry } from '../../src/contract/telemetry.ts';
import { monthReport } from '../../src/station/answers/month-report.ts';
import { monthCsv, monthText } from '../../src/station/answers/month-text.ts';
import type { EventFilter, Label, Refusal, StationApi } from '../../src/station/api.ts';
import type { Target } from '../../src/station/signals.ts';
import type { Steps } from '../../src/station/steps.ts';
import { Zone } from '../../src/station/zone.ts';
import { fakeInternals, fakeMethods } from './fake-internals.ts';
import { type FakeWeather, fakeWeather } from './fake-weather.ts';

const DAY_S = 86_400;
const BUCKETS_S = [30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];
const UNIT_SPREAD = { temperature: 0.5, humidity: 2.5, pressure: 0.6 } as const;
const OUTLOOK_TEXTS = {
  method: 'Harmonic climatology with exponentially decaying anomaly.',
  caveat:
    'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.',
};

export interface FakeStationOptions {
  /** Cold: started a moment ago, nothing stored, nothing learned. Faulty: two chips silent, the models still warm. */
  variant?: 'cold' | 'warm' | 'faulty';
  clock?: { nowS(): number };
  seed?: number;
  historyDays?: number;
}

/**
 * A station made of sines: every question has a believable answer that depends on the seed and the clock alone, and what one
 * does to it (labels, calibrations, training) shows in what it says afterwards. No engine, no database, no waiting.
 */
export class FakeStation implements StationApi {
  /** It plays every facet of itself. */
  readonly history = this;
  readonly forecasts = this;
  readonly calibration = this;
  readonly rain = this;
  readonly watch = this;
  readonly upkeep = this;
  readonly targets = TARGETS;
  readonly #variant: 'cold' | 'warm' | 'faulty';
  readonly #weather: (tS: number) => FakeWeather;
  readonly #clock: { nowS(): number };
  readonly #startedS: number;
  readonly #historyS: number;
  readonly #labels = new Map<number, Label>();
  #events: EventRecord[] = [];
  #eventId = 0;
  #labelId = 0;
  #busy: Job | null = null;
  #changed = 0;
  #lastTrainS: number | null;
  #thermal: ThermalCompensator = {
    k: 0.55,
    P: 0.04,
    lam: 0.995,
    k_min: 0,
    k_max: 2,
    prior: 0.55,
    n: 0,
    last_residual: null,
    last_ts: null,
  };
  #humidity: HumidityCompensator = {
    offset: 0,
    P: 25,
    lam: 0.995,
    off_min: -35,
    off_max: 35,
    prior: 0,
    n: 0,
    psychrometric: false,
    last_residual: null,
    last_ts: null,
  };

  /** What was known before each reference. */
  readonly #once: Array<{
    signal: 'temperature' | 'humidity';
    thermal: ThermalCompensator;
    humidity: HumidityCompensator;
    reference: number;
  }> = [];

  constructor({ variant = 'warm', clock, seed = 7, historyDays = 30 }: FakeStationOptions = {}) {
    this.#variant = variant;
    this.#clock = clock ?? { nowS: () => 1_750_000_000 };
    this.#weather = fakeWeather(seed);
    this.#startedS = this.#clock.nowS();
    this.#historyS = variant === 'cold' ? 0 : historyDays * DAY_S;
    this.#lastTrainS = this.#cold ? null : this.#startedS - 5 * 3600;
    this.#note('startup', 'info', 'station started');
    if (variant === 'faulty') this.#note('sensor', 'error', 'humidity sensor: no answer at 0x5f');
  }

  /** Set while a long job runs, so that a test can find the station busy. */
  set job(job: Job | null) {
    this.#busy = job;
  }
  /** Moves with the clock, once every two seconds; a cold station has no sample until it is asked for one. */
  get sampleCount(): number {
    const elapsed = Math.floor((this.nowS() - this.#startedS) / 2);
    return this.#cold ? elapsed : elapsed + 1;
  }
  nowS = () => this.#clock.nowS();

  async telemetry(): Promise<Telemetry> {
    const tS = this.#startedS + Math.floor((this.nowS() - this.#startedS) / 2) * 2;
    const now = this.#weather(tS);
    const faulty = this.#variant === 'faulty';
    const rawC = (now.temperatureC + this.#thermal.k * now.cpuC) / (1 + this.#thermal.k);
    const humidity = faulty ? null : now.humidityPct + this.#humidity.offset;
    return {
      timestamp: tS,
      temperature: now.temperatureC,
      humidity,
      pressure: now.pressureHpa,
      compass: 211.4,
      pitch: 0.8,
      roll: -1.3,
      yaw: 211.4,
      accel: { x: 0.012, y: -0.021, z: 0.998 },
      gyro: { x: 0.1, y: -0.05, z: 0.02 },
      color: {
        clear: now.lux / 20,
        red: now.lux / 60,
        green: now.lux / 55,
        blue: now.lux / 65,
        hex: '#b8c4d8',
        cct: faulty ? null : 6100,
      },
      temperature_raw: rawC,
      temperature_compensated: now.temperatureC,
      pressure_station: now.pressureHpa - 14.2,
      cpu_temp: faulty ? null : now.cpuC,
      cpu_offset: rawC - now.temperatureC,
      cpu_offset_held: faulty,
      compensator_k: this.#thermal.k,
      hum_offset: this.#humidity.offset,
      outdoor_c: faulty ? null : now.temperatureC - 6.5,
      hum_psychrometric: null,
      rates: {
        temperature_c_per_h: now.temperatureRateCPerH,
        humidity_pct_per_h: faulty ? null : -3.2 * now.temperatureRateCPerH,
        pressure_hpa_per_h: now.pressureRateHpaPerH,
      },
      derived: {
        dew_point: faulty ? null : now.dewC,
        dew_depression: faulty ? null : now.temperatureC - now.dewC,
        wet_bulb: faulty ? null : now.temperatureC - (now.temperatureC - now.dewC) / 3,
        vpd_hpa: faulty ? null : (1 - now.humidityPct / 100) * 16,
        absolute_humidity_g_m3: faulty ? null : now.humidityPct / 8,
        heat_index: faulty ? null : now.temperatureC,
        cloud_index: now.lux > 0 ? 0.35 : null,
        solar_elevation: Math.asin(Math.max(-0.9, Math.min(0.9, now.lux / 10_000))) * 57.3,
        solar_azimuth: ((tS % DAY_S) / DAY_S) * 360,
        clear_sky_wm2: now.lux / 10,
      },
      lux: now.lux,
      health: this.#health,
      novelty_d2: this.#cold ? null : 9.4,
      simulated: true,
    };
  }

  async streamMessage(): Promise<StreamMessage> {
    return {
      telemetry: await this.telemetry(),
      precipitation: this.precipitation() ?? {},
      health: this.#health,
      drift_stress: this.#cold ? 0 : 0.127,
      jobs: this.#busy ? [this.#busy] : [],
    };
  }

  *recent(hours: number, maxPoints: number): Steps<History> {
    const times = this.#times(this.nowS() - hours * 3600, this.nowS(), 30);
    const every = Math.max(1, Math.floor(times.length / maxPoints));
    const ts = times.filter((_, i) => i % every === 0);
    if (ts.length === 0) return { n: 0, series: {} };
    const rows = ts.map(this.#weather);
    return {
      n: ts.length,
      hours,
      series: {
        ts,
        temperature: rows.map((r) => r.temperatureC),
        humidity: rows.map((r) => r.humidityPct),
        pressure: rows.map((r) => r.pressureHpa),
        dew_point: rows.map((r) => r.dewC),
        temperature_rate: rows.map((r) => r.temperatureRateCPerH),
        pressure_rate: rows.map((r) => r.pressureRateHpaPerH),
        lux: rows.map((r) => r.lux),
      },
    };
  }

  *range(startS: number, endS: number, pinnedS: number | undefined): Steps<HistoryRange> {
    const bucket_s = pinnedS ?? BUCKETS_S.find((s) => (endS - startS) / s <= 700) ?? 604_800;
    const ts = this.#times(Math.floor(startS / bucket_s) * bucket_s, endS, bucket_s);
    if (ts.length === 0) return { n: 0, bucket_s, series: {} };
    const rows = ts.map(this.#weather);
    const column = (of: (row: FakeWeather) => number, spread = 0) => rows.map((row) => of(row) + spread);
    return {
      n: ts.length,
      bucket_s,
      start: startS,
      end: endS,
      series: {
        ts,
        temp: column((r) => r.temperatureC),
        temp_lo: column((r) => r.temperatureC, -0.4),
        temp_hi: column((r) => r.temperatureC, 0.4),
        hum: column((r) => r.humidityPct),
        hum_lo: column((r) => r.humidityPct, -1.5),
        hum_hi: column((r) => r.humidityPct, 1.5),
        press: column((r) => r.pressureHpa),
        press_lo: column((r) => r.pressureHpa, -0.2),
        press_hi: column((r) => r.pressureHpa, 0.2),
        dew: column((r) => r.dewC),
        lux: column((r) => r.lux),
        temp_rate: column((r) => r.temperatureRateCPerH),
        press_rate: column((r) => r.pressureRateHpaPerH),
        cpu: column((r) => r.cpuC),
        n: ts.map(() => Math.max(1, Math.floor(bucket_s / 30))),
      },
    };
  }

  *daily(hours: number): Steps<Daily> {
    const days = hours / 24;
    const now = this.nowS();
    const first = Math.floor((now - Math.min(days * DAY_S, this.#historyS)) / DAY_S);
    const count = this.#historyS === 0 ? 0 : Math.floor(now / DAY_S) - first;
    return {
      days: Array.from({ length: count }, (_, i) => {
        const startS = (first + count - i) * DAY_S;
        const rows = Array.from({ length: 24 }, (_, h) => this.#weather(startS + h * 3600));
        const temps = rows.map((r) => r.temperatureC);
        const hums = rows.map((r) => r.humidityPct);
        const presses = rows.map((r) => r.pressureHpa);
        return {
          day: new Date(startS * 1000).toISOString().slice(0, 10),
          first_ts: startS,
          last_ts: Math.min(now, startS + DAY_S - 30),
          n: 2880,
          temp_min: Math.min(...temps),
          temp_max: Math.max(...temps),
          temp_mean: mean(temps),
          temp_max_ts: startS + temps.indexOf(Math.max(...temps)) * 3600,
          temp_min_ts: startS + temps.indexOf(Math.min(...temps)) * 3600,
          hum_min: Math.min(...hums),
          hum_max: Math.max(...hums),
          hum_mean: mean(hums),
          press_min: Math.min(...presses),
          press_max: Math.max(...presses),
          press_mean: mean(presses),
          dew_mean: mean(rows.map((r) => r.dewC)),
          lux_max: Math.max(...rows.map((r) => r.lux)),
        };
      }),
    };
  }

  report(month?: string): Steps<MonthReport> {
    const zone = new Zone('UTC');
    const nowS = this.nowS();
    const daily = () => this.daily(24 * 400);
    return monthReport(
      {
        zone,
        name: 'Garden',
        nowS,
        firstS: this.records().coverage.first_ts,
        days: function* (first, last) {
          const { days } = yield* daily();
          return days.filter(({ first_ts: tS }) => zone.dayOf(tS) >= first && zone.dayOf(tS) <= last);
        },
        usual: () => ({ mu_min: 6, mu_max: 14, lo: 2, hi: 18 }),
      },
      month,
    );
  }
  *reportText(month?: string): Steps<string> {
    return monthText(yield* this.report(month), new Zone('UTC'));
  }
  *reportCsv(month?: string): Steps<string> {
    return monthCsv(yield* this.report(month));
  }

  records(): Records {
    const ago = (days: number, value: number) =>
      this.#historyS === 0 ? null : { ts: this.nowS() - Math.min(days * DAY_S, this.#historyS), value };
    return {
      temp_max: ago(4.3, 27.91),
      temp_min: ago(11.8, 2.43),
      hum_max: ago(2.1, 97.2),
      hum_min: ago(4.4, 31.5),
      press_max: ago(20.2, 1023.6),
      press_min: ago(17.6, 1001.9),
      dew_max: ago(3.3, 16.2),
      dew_min: ago(12, -1.4),
      rate_rise: ago(17.1, 1.9),
      rate_fall: ago(17.9, -2.6),
      coverage: {
        first_ts: this.#historyS === 0 ? null : this.nowS() - this.#historyS,
        last_ts: this.#historyS === 0 ? null : this.nowS(),
        rows: Math.floor(this.#historyS / 30),
      },
    };
  }

  storage(): Storage {
    const now = this.nowS();
    const tier = (
      tier: 0 | 1 | 2,
      label: 'raw' | '5 minute' | 'hourly',
      fromDays: number,
      toDays: number,
      stepS: number,
    ) => {
      const first = Math.min(this.#historyS, fromDays * DAY_S);
      const last = Math.min(this.#historyS, toDays * DAY_S);
      const rows = Math.floor((first - last) / stepS);
      return { tier, label, rows, first_ts: rows ? now - first : null, last_ts: rows ? now - last : null };
    };
    const tiers = [tier(0, 'raw', 7, 0, 2), tier(1, '5 minute', 90, 7, 300), tier(2, 'hourly', 1e9, 90, 3600)];
    return {
      tiers,
      bytes: 262_144 + 180 * tiers.reduce((sum, t) => sum + t.rows, 0),
      policy: {
        raw_retention_days: 7,
        five_min_retention_days: 90,
        note: 'Nothing is deleted, only downsampled: raw rows older than the raw window fold into 5-minute means, then into hourly means.',
      },
    };
  }

  *exportCsv(startS: number, endS: number): Iterable<string> {
    yield 'iso_time,ts,temp_smooth,hum_smooth,press_slp,dew_c,temp_rate,press_rate,cpu_temp,lux,tier\r\n';
    const ts = this.#times(startS, endS, 30);
    for (let i = 0; i < ts.length; i += 500) {
      const lines = ts.slice(i, i + 500).map((tS) => {
        const r = this.#weather(tS);
        const cells = [
          r.temperatureC,
          r.humidityPct,
          r.pressureHpa,
          r.dewC,
          r.temperatureRateCPerH,
          r.pressureRateHpaPerH,
          r.cpuC,
          r.lux,
        ];
        return `${new Date(tS * 1000).toISOString().slice(0, 19)}+00:00,${tS},${cells.map((c) => c.toFixed(3)).join(',')},0\r\n`;
      });
      yield lines.join('');
    }
  }

  localStamp(tS: number): string {
    const iso = new Date(tS * 1000).toISOString();
    return `${iso.slice(0, 10).replaceAll('-', '')}-${iso.slice(11, 16).replace(':', '')}`;
  }

  methods = fakeMethods;

  forecast(_refresh: boolean): ForecastBundle {
    if (this.#cold) {
      return {
        issued_ts: null,
        anchors: {},
        targets: Object.fromEntries(TARGETS.map((t) => [t, []])),
        warming_up: true,
      };
    }
    const nowS = this.nowS();
    const anchor = this.#values(nowS);
    return {
      issued_ts: nowS,
      anchors: anchor,
      targets: Object.fromEntries(
        TARGETS.map((target) => [
          target,
          HORIZONS_S.map((horizon_s) => {
            const sigma = UNIT_SPREAD[target] * Math.sqrt(horizon_s / 3600);
            const mu = this.#values(nowS + horizon_s)[target];
            const clip = (x: number) => (target === 'humidity' ? Math.min(100, Math.max(0, x)) : x);
            return {
              horizon_s,
              horizon_label: HORIZON_LABELS[horizon_s] ?? '',
              valid_ts: nowS + horizon_s,
              mu,
              lo: clip(mu - 1.64 * sigma),
              hi: clip(mu + 1.64 * sigma),
              delta: mu - anchor[target],
              sigma,
              weights: { persistence: 0.25, climatology: 0.15, learned: 0.6 },
              ...(this.#historyS < DAY_S && { provisional: true }),
            };
          }),
        ]),
      ),
      warming_up: false,
    };
  }

  outlook(): Outlook {
    const history_days = Math.round((this.#historyS / DAY_S) * 100) / 100;
    if (this.#historyS < 2 * DAY_S) {
      const targets = Object.fromEntries(TARGETS.map((t) => [t, []]));
      return { issued_ts: null, ready: false, annual_terms: false, history_days, targets, ...OUTLOOK_TEXTS };
    }
    const issued_ts = this.nowS();
    const entries = (target: keyof typeof UNIT_SPREAD) =>
      Array.from({ length: 49 }, (_, i) => {
        const lead_h = 24 + 3 * i;
        const mu = this.#values(issued_ts + lead_h * 3600)[target];
        const half = UNIT_SPREAD[target] * 6;
        return { ts: issued_ts + lead_h * 3600, lead_h, mu, lo: mu - half, hi: mu + half };
      });
    const targets = Object.fromEntries(TARGETS.map((t) => [t, entries(t)]));
    const days = Object.fromEntries(
      TARGETS.map((t) => [
        t,
        Array.from({ length: 6 }, (_, i) => {
          const day = entries(t).slice(8 * i, 8 * i + 8);
          const mus = day.map((e) => e.mu);
          return {
            day: new Date((issued_ts + (i + 1) * DAY_S) * 1000).toISOString().slice(0, 10),
            mu_min: Math.min(...mus),
            mu_max: Math.max(...mus),
            lo: Math.min(...day.map((e) => e.lo)),
            hi: Math.max(...day.map((e) => e.hi)),
          };
        }),
      ]),
    );
    return { issued_ts, ready: true, annual_terms: false, history_days, targets, days, ...OUTLOOK_TEXTS };
  }

  precipitation(): Precipitation | null {
    if (this.#cold) return null;
    return {
      rain_probability: 0.34,
      model_probability: 0.29,
      prior_probability: 0.41,
      learner_trust: 0.58,
      condition: 'unsettled',
      label: 'Fairly fine, possible showers later',
      zambretti_z: 11,
      pressure_characteristic: 'falling slowly',
      tendency: this.#weather(this.nowS()).pressureRateHpaPerH,
      sea_level_pressure: this.#weather(this.nowS()).pressureHpa,
      strong_labels: this.#labels.size,
      weak_labels: 412,
      logloss_ewma: 0.48,
      indoors_caveat: true,
    };
  }

  anomaly(): Anomaly {
    const faulty = this.#variant === 'faulty';
    const signal = (status: SignalHealth['status'], value: number | null, std: number | null, detail: string) => ({
      status,
      detail,
      value,
      std,
    });
    const now = this.#values(this.nowS());
    return {
      novelty: {
        d2: this.#cold ? null : 9.4,
        d2_instant: this.#cold ? null : 11.2,
        alarm: false,
        warm: !this.#cold,
        contributions: this.#cold ? {} : { temperature: 3.1, humidity: 2.2, pressure: 4.1 },
      },
      health: {
        temperature: signal('ok', now.temperature, 0.03, 'steady'),
        humidity: faulty
          ? signal('missing', null, null, 'no answer at 0x5f')
          : signal('ok', now.humidity, 0.2, 'steady'),
        pressure: signal('ok', now.pressure, 0.02, 'steady'),
        cpu: faulty ? signal('missing', null, null, 'no CPU temperature') : signal('ok', 52.1, 0.6, 'steady'),
      },
      health_overall: this.#health,
      drift: { stress: this.#cold ? 0 : 0.127, alarms: 0, last_alarm_ts: null, retrain_requested: false },
      events: this.#events.filter((e) => ['novelty', 'drift', 'health', 'sensor'].includes(e.kind)).slice(0, 20),
    };
  }

  models = () => {
    const { precipitation, climatology, heads } = this.nerd();
    return {
      nowcast: heads.map((head) => ({
        target: head.target,
        horizon_s: head.horizon_s,
        n_updates: head.n_updates,
        n_scored: Math.max(0, head.n_updates - 12),
        weights: head.weights,
        member_mae: { persistence: 0.62, climatology: 1.1, learned: 0.51 },
        conformal_alpha: head.alpha,
        conformal_halfwidth: head.halfwidth,
        coverage: head.coverage,
      })),
      climatology: {
        ready: climatology.ready,
        annual_terms: climatology.annual_terms,
        history_days: Math.round((this.#historyS / DAY_S) * 100) / 100,
        residual_std: climatology.residual_std,
      },
      precipitation,
      calibration: this.#thermal,
    };
  };

  nerd = () =>
    fakeInternals({
      cold: this.#cold,
      historyDays: this.#historyS / DAY_S,
      strongLabels: this.#labels.size,
      thermal: this.#thermal,
      humidity: this.#humidity,
      levels: this.#values(this.nowS()),
    });

  scorecard(): Scorecard {
    const rows =
      this.#historyS < 3 * 3600
        ? []
        : TARGETS.flatMap((target, i) =>
            HORIZONS_S.map((horizon_s, j) => {
              const mae_persistence = UNIT_SPREAD[target] * Math.sqrt(horizon_s / 3600);
              const skill = 0.05 + 0.05 * j - 0.04 * i;
              return {
                ts: this.nowS(),
                target,
                horizon_s,
                n: 4100 - 300 * j,
                mae: mae_persistence * (1 - skill),
                rmse: mae_persistence * (1 - skill) * 1.3,
                bias: 0.02 * (i - 1),
                mae_persistence,
                mae_climatology: mae_persistence * 1.4,
                skill,
                coverage: 0.895 + 0.003 * j,
                mean_width: mae_persistence * 3.4,
                crps: mae_persistence * 0.7,
                window_days: 14,
              };
            }),
          );
    return {
      rows,
      explainer: 'skill = 1 - MAE/MAE_persistence. Above zero the model beats persistence. Below zero it does not.',
    };
  }

  issued(atS: number): IssuedForecast {
    const lastS = Math.floor(this.nowS() / 3600) * 3600;
    const firstS = Math.ceil((this.nowS() - Math.min(30 * DAY_S, this.#historyS)) / 3600) * 3600;
    const tS = Math.floor(Math.min(atS, this.nowS()) / 3600) * 3600;
    const nothing = { issued_ts: null, anchors: {}, targets: Object.fromEntries(TARGETS.map((name) => [name, []])) };
    if (this.#historyS === 0 || firstS > lastS) return { ...nothing, first_ts: null, last_ts: null };
    if (tS < firstS || atS > this.nowS() + DAY_S) return { ...nothing, first_ts: firstS, last_ts: lastS };
    const targets = Object.fromEntries(
      TARGETS.map((target) => [
        target,
        HORIZONS_S.map((horizon_s) => {
          const mu = this.#values(tS + horizon_s)[target] + UNIT_SPREAD[target] * Math.sin(tS / 7000 + horizon_s);
          const half = UNIT_SPREAD[target] * (1 + Math.sqrt(horizon_s / 3600));
          return { horizon_s, valid_ts: tS + horizon_s, mu, lo: mu - half, hi: mu + half };
        }),
      ]),
    );
    return { issued_ts: tS, anchors: { ...this.#values(tS) }, targets, first_ts: firstS, last_ts: lastS };
  }
  skill(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    const today = Math.floor(this.nowS() / DAY_S);
    const count = by === 'day' ? Math.floor(this.#historyS / DAY_S) : Math.ceil(this.#historyS / DAY_S / 30);
    const period = (i: number) =>
      new Date((today - (by === 'day' ? 1 : 30) * (count - i)) * DAY_S * 1000)
        .toISOString()
        .slice(0, by === 'day' ? 10 : 7);
    return {
      target,
      horizon_s: horizonS,
      by,
      rows: Array.from({ length: count }, (_, i) => {
        const skill = 0.1 + 0.3 * (1 - Math.exp(-i / 8)) + 0.08 * Math.sin(i * 1.7);
        const mae = 0.4 + horizonS / 80_000;
        return {
          period: period(i),
          n: 288,
          mae,
          mae_persistence: mae / (1 - skill),
          mae_climatology: mae * 1.6,
          skill,
          coverage: i === 0 ? null : 0.9 + 0.04 * Math.sin(i),
          mean_width: 3 * mae,
        };
      }),
    };
  }
  verify(): VerifyResult {
    this.#note('verify', 'info', 'forecasts scored');
    return this.#cold ? { scored: 0, buckets: 0 } : { scored: 54, buckets: 18 };
  }

  async train(hours: number): Promise<TrainResult | Refusal> {
    if (this.#busy) return { error: 'a training is already running' };
    if (this.#cold) return { trained: false, reason: 'not enough history: 0 valid rows, 24 needed' };
    this.#lastTrainS = this.nowS();
    this.#note('train', 'info', `trained on ${hours} h`);
    const rows = Math.floor(Math.min(hours * 3600, this.#historyS) / 300);
    return {
      trained: true,
      ts: this.nowS(),
      hours,
      grid_rows: rows,
      valid_rows: rows,
      span_days: (rows * 300) / DAY_S,
      pairs: Object.fromEntries(
        TARGETS.flatMap((t) => HORIZONS_S.map((h) => [`${t}@${h}`, Math.max(0, rows - h / 300)])),
      ),
      climatology_resid_std: { temperature: 1.9, humidity: 8.2, pressure: 6.4 },
      annual_terms: false,
      seconds: 1.42,
    };
  }

  label(label: Label): LabelResult {
    const id = ++this.#labelId;
    this.#labels.set(id, label);
    this.#note('label', 'info', `${label.kind} = ${label.value}${label.note ? `: ${label.note}` : ''}`, {
      id,
      kind: label.kind,
      value: label.value,
    });
    const learned = label.kind === 'rain' && label.tS > this.nowS() - this.#historyS - 1;
    return {
      accepted: true,
      id,
      kind: label.kind,
      value: label.value,
      ts: label.tS,
      learned,
      ...(learned ? { loss: 0.41, strong_labels: this.#labels.size } : {}),
    };
  }

  undoLabel(id: number): LabelUndone | null {
    const label = this.#labels.get(id);
    if (!label) return null;
    this.#labels.delete(id);
    this.#note('label', 'info', `observation ${id} was taken back`, { id });
    return { removed: true, id, unlearned: label.kind === 'rain', strong_labels: this.#labels.size };
  }

  calibrate(referenceC: number): CalibrateResult | Refusal {
    if (this.#variant === 'faulty') return { error: 'no CPU temperature' };
    const before = this.#values(this.nowS()).temperature;
    const residual = referenceC - before;
    const k = Math.min(2, Math.max(0, this.#thermal.k - residual / 20));
    this.#once.push({ signal: 'temperature', thermal: this.#thermal, humidity: this.#humidity, reference: referenceC });
    this.#thermal = { ...this.#thermal, k, n: this.#thermal.n + 1, last_residual: residual, last_ts: this.nowS() };
    this.#calibrated('temperature', before, referenceC);
    return { k, residual, n: this.#thermal.n, before, after: referenceC, clamped: false };
  }

  resetCalibration() {
    this.#thermal = { ...this.#thermal, k: this.#thermal.prior, n: 0, last_residual: null, last_ts: null };
    this.#once.length = 0;
    this.#calibrated('temperature', 20, 20);
    return { ...this.#thermal, reset: true as const };
  }

  calibrateHumidity(referencePct: number): CalibrateHumidityResult | Refusal {
    if (this.#variant === 'faulty') return { error: 'no live reading yet' };
    const before = this.#values(this.nowS()).humidity;
    const wanted = referencePct - before + this.#humidity.offset;
    const offset = Math.min(35, Math.max(-35, wanted));
    const residual = referencePct - before;
    this.#once.push({ signal: 'humidity', thermal: this.#thermal, humidity: this.#humidity, reference: referencePct });
    this.#humidity = {
      ...this.#humidity,
      offset,
      n: this.#humidity.n + 1,
      last_residual: residual,
      last_ts: this.nowS(),
    };
    const after = before + offset;
    this.#calibrated('humidity', before, after);
    return { offset, residual, n: this.#humidity.n, psychrometric: false, before, after, clamped: offset !== wanted };
  }

  undoCalibration(signal: 'temperature' | 'humidity'): CalibrationUndone | Refusal {
    const i = this.#once.findLastIndex((one) => one.signal === signal);
    const once = this.#once[i];
    if (!once) return { error: 'there is no reference to undo' };
    this.#once.splice(i, 1);
    if (signal === 'temperature') this.#thermal = once.thermal;
    else this.#humidity = once.humidity;
    this.#calibrated(signal, once.reference, once.reference);
    const n = (signal === 'temperature' ? this.#thermal : this.#humidity).n;
    return { undone: true, signal, reference: once.reference, n, before: once.reference, after: once.reference };
  }

  resetHumidityCalibration() {
    this.#humidity = { ...this.#humidity, offset: 0, n: 0, last_residual: null, last_ts: null };
    this.#calibrated('humidity', 60, 60);
    return { ...this.#humidity, reset: true as const };
  }

  async recompute(): Promise<RecomputeResult | Refusal> {
    if (this.#busy) return { error: 'a recompute is already running' };
    const rows = Math.floor(this.#historyS / 30);
    const changed = Math.min(rows, this.#changed);
    this.#changed = 0;
    this.#note('recompute', 'info', `${changed} of ${rows} rows changed`);
    return { rows, changed, seconds: 0.8, k: this.#thermal.k, hum_offset: this.#humidity.offset };
  }

  status() {
    return {
      name: 'Weatherglass',
      version: '1.0.0',
      started_ts: this.#startedS,
      uptime_s: this.nowS() - this.#startedS,
      hardware: 'simulator' as const,
      colour_sensor: true,
      rows: Math.floor(this.#historyS / 30),
      history_days: Math.round((this.#historyS / DAY_S) * 100) / 100,
      last_train: this.#lastTrainS,
      next_train_in_s: this.#cold ? null : 3600,
      climatology_ready: !this.#cold,
      annual_terms: false,
      compensator_k: this.#thermal.k,
      calibrations: this.#thermal.n + this.#humidity.n,
      health: this.#health,
      drift_stress: this.#cold ? 0 : 0.127,
      retrain_requested: false,
      training_log: [],
      jobs: this.#busy ? [this.#busy] : [],
      display_frame: this.#cold ? null : 'temperature',
      outdoor_probe: this.#cold
        ? null
        : {
            available: this.#variant !== 'faulty',
            device: '28-0316a2794bff',
            value_c: this.#variant === 'faulty' ? null : 8.4,
            age_s: this.#variant === 'faulty' ? null : 21,
            errors: this.#variant === 'faulty' ? 14 : 0,
          },
      events: this.events(15),
      site: {
        configured: !this.#cold,
        latitude: 47.37,
        longitude: 8.54,
        altitude_m: 120,
        timezone: 'UTC',
        indoors: true,
      },
      notices:
        this.#variant === 'faulty'
          ? [{ severity: 'error' as const, text: 'The humidity sensor does not answer.' }]
          : [],
      demo: false,
      sample_interval_s: 2,
      first_run: this.#cold,
    };
  }

  events(limit: number, { startS = 0, endS = Infinity, beforeId = Infinity, kinds }: EventFilter = {}): EventRecord[] {
    return this.#events
      .filter(({ id = 0, ts, kind }) => id < beforeId && ts >= startS && ts < endS && (kinds?.includes(kind) ?? true))
      .slice(0, limit);
  }
  /** Writes into the log what happened long ago, oldest first. */
  remember(...events: EventRecord[]): void {
    for (const event of events) this.#events = [{ ...event, id: ++this.#eventId }, ...this.#events];
  }

  display(): DisplayPreview | null {
    if (this.#cold) return null;
    return {
      frame: 'temperature',
      pixels: Array.from({ length: 64 }, (_, i) => (i % 9 === 0 ? '#ffb347' : '#000000')),
    };
  }

  alive(): Pulse {
    return { sampling: true, turn_age_s: (this.nowS() - this.#startedS) % 2 };
  }
  ready(): Ready {
    if (this.#variant === 'faulty') return { ready: false, reason: 'the last sample is 71 s old', sample_age_s: 71 };
    return { ready: true, sample_age_s: (this.nowS() - this.#startedS) % 2 };
  }

  get #cold(): boolean {
    return this.#variant === 'cold';
  }
  get #health(): Health {
    return this.#variant === 'faulty' ? 'fault' : 'ok';
  }

  /** What is stored between two times, at a spacing. */
  #times(startS: number, endS: number, stepS: number): number[] {
    const first = Math.ceil(Math.max(startS, this.#startedS - this.#historyS) / stepS) * stepS;
    const last = Math.min(endS, this.#historyS === 0 ? 0 : this.nowS());
    return Array.from({ length: Math.max(0, Math.ceil((last - first) / stepS)) }, (_, i) => first + i * stepS);
  }

  #values(tS: number): { temperature: number; humidity: number; pressure: number } {
    const { temperatureC, humidityPct, pressureHpa } = this.#weather(tS);
    return { temperature: temperatureC, humidity: humidityPct, pressure: pressureHpa };
  }

  #calibrated(signal: string, before: number, after: number): void {
    this.#changed = 1000;
    this.#note('calibration', 'info', `${signal} calibrated`);
    this.#note('discontinuity', 'info', `${signal} steps at a calibration`, { signal, before, after });
  }

  #note(kind: EventKind, severity: EventRecord['severity'], detail: string, data?: Record<string, unknown>): void {
    this.remember({ ts: this.nowS(), kind, severity, detail, ...(data ? { data } : {}) });
  }
}

const mean = (xs: number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length;
