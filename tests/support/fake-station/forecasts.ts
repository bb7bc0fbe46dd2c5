import { DAY_S } from '../../../src/base/durations.ts';
import type { Steps } from '../../../src/base/steps.ts';
import { Zone } from '../../../src/base/zone.ts';
import type {
  Chance,
  Chances,
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  Tonight,
  TrainResult,
  VerifyResult,
} from '../../../src/contract/forecast.ts';
import type { Target } from '../../../src/contract/names.ts';
import { HORIZON_LABELS, HORIZONS_S, TARGETS } from '../../../src/contract/names.ts';
import type { ForecastsFacet, Refusal } from '../../../src/station/api.ts';
import { threeHours } from '../../../src/station/forecast/chance/by-hours.ts';
import { spansOf } from '../../../src/station/forecast/tonight.ts';
import { EXPLAINER } from '../../../src/station/forecast/verification.ts';
import type { FakeWorld } from './world.ts';

const UNIT_SPREAD = { temperature: 0.5, humidity: 2.5, pressure: 0.6 } as const;
const OUTLOOK_TEXTS = {
  method: 'Harmonic climatology with exponentially decaying anomaly.',
  caveat:
    'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.',
};

/** Forecasts that know the sines, and are as unsure as a horizon is long. */
export class FakeForecasts implements ForecastsFacet {
  readonly targets = TARGETS;

  constructor(private readonly world: FakeWorld) {}

  forecast(_refresh: boolean): ForecastBundle {
    if (this.world.cold) {
      return {
        issued_ts: null,
        anchors: {},
        targets: Object.fromEntries(TARGETS.map((t) => [t, []])),
        warming_up: true,
      };
    }
    const nowS = this.world.nowS();
    const anchor = this.world.values(nowS);
    return {
      issued_ts: nowS,
      anchors: anchor,
      targets: Object.fromEntries(
        TARGETS.map((target) => [
          target,
          HORIZONS_S.map((horizon_s) => {
            const sigma = UNIT_SPREAD[target] * Math.sqrt(horizon_s / 3600);
            const mu = this.world.values(nowS + horizon_s)[target];
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
              ...(this.world.historyS < DAY_S
                ? { provisional: true }
                : {
                    quantiles: {
                      p05: clip(mu - 1.64 * sigma),
                      p25: clip(mu - 0.67 * sigma),
                      p75: clip(mu + 0.67 * sigma),
                      p95: clip(mu + 1.64 * sigma),
                    },
                  }),
            };
          }),
        ]),
      ),
      warming_up: false,
    };
  }

  /** All or nothing: the sines are known. */
  chance(target: Target, side: 'below' | 'above', value: number, byS: number | null): Chance {
    if (this.world.cold) return { target, side, value, issued_ts: null, by_ts: byS, chance: null };
    const nowS = this.world.nowS();
    const by_ts = byS ?? nowS + DAY_S;
    const course = HORIZONS_S.filter((h) => nowS + h <= by_ts).map((h) => this.world.values(nowS + h)[target]);
    const passed = course.some((v) => (side === 'below' ? v < value : v > value));
    const reached = by_ts > nowS && by_ts <= nowS + DAY_S;
    return { target, side, value, issued_ts: nowS, by_ts, chance: reached ? Number(passed) : null };
  }

  /** By the sines, each as unsure as a forecast of so many hours is. */
  chances(target: Target, values: readonly number[]): Chances {
    if (this.world.cold) return { target, issued_ts: null, values: [...values], spans: [], whole: null };
    const nowS = this.world.nowS();
    const within = ({ fromS, byS }: { fromS: number; byS: number }): Chances['spans'][number] => {
      const course = Array.from({ length: 9 }, (_, i) => this.world.values(fromS + (i / 8) * (byS - fromS))[target]);
      const spread = UNIT_SPREAD[target] * Math.sqrt((byS - nowS) / 3600);
      const share = (above: number): number => 1 / (1 + Math.exp((-1.7 * above) / spread));
      return {
        from_ts: fromS,
        by_ts: byS,
        below: values.map((value) => share(value - Math.min(...course))),
        above: values.map((value) => share(Math.max(...course) - value)),
      };
    };
    const whole = within({ fromS: nowS, byS: nowS + DAY_S });
    const spans = threeHours(new Zone('Europe/Zurich'), nowS, nowS + DAY_S).map(within);
    return { target, issued_ts: nowS, values: [...values], spans, whole };
  }

  /** By the sines, an hour at a time. */
  *tonight(): Steps<Tonight> {
    if (this.world.cold) return { issued_ts: null, low: null, high: null, frost: null };
    const nowS = this.world.nowS();
    const { night, day } = spansOf(new Zone('UTC'), nowS);
    const extreme = (sign: 1 | -1, { fromS, byS }: { fromS: number; byS: number }): Tonight['low'] => {
      const hours = Array.from({ length: Math.ceil((byS - fromS) / 3600) }, (_, i) => fromS + i * 3600);
      const valueAt = (tS: number) => this.world.values(tS).temperature;
      const about_ts = hours.reduce((best, tS) => (sign * valueAt(tS) > sign * valueAt(best) ? tS : best));
      const value = valueAt(about_ts);
      return { from_ts: fromS, by_ts: byS, value, lo: value - 1, hi: value + 1, about_ts };
    };
    const low = extreme(-1, night)!;
    const chance = low.value < 0 ? 0.7 : 0;
    return {
      issued_ts: nowS,
      low,
      high: extreme(1, day),
      frost: { by_ts: night.byS, chance, from_ts: chance > 0 ? low.about_ts : null },
    };
  }

  outlook(): Outlook {
    const history_days = Math.round((this.world.historyS / DAY_S) * 100) / 100;
    if (this.world.historyS < 2 * DAY_S) {
      const targets = Object.fromEntries(TARGETS.map((t) => [t, []]));
      return { issued_ts: null, ready: false, annual_terms: false, history_days, targets, ...OUTLOOK_TEXTS };
    }
    const issued_ts = this.world.nowS();
    const entries = (target: keyof typeof UNIT_SPREAD) =>
      Array.from({ length: 49 }, (_, i) => {
        const lead_h = 24 + 3 * i;
        const mu = this.world.values(issued_ts + lead_h * 3600)[target];
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

  scorecard(): Scorecard {
    const rows =
      this.world.historyS < 3 * 3600
        ? []
        : TARGETS.flatMap((target, i) =>
            HORIZONS_S.map((horizon_s, j) => {
              const mae_persistence = UNIT_SPREAD[target] * Math.sqrt(horizon_s / 3600);
              const skill = 0.05 + 0.05 * j - 0.04 * i;
              return {
                ts: this.world.nowS(),
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
      explainer: EXPLAINER,
    };
  }

  issued(atS: number): IssuedForecast {
    const lastS = Math.floor(this.world.nowS() / 3600) * 3600;
    const firstS = Math.ceil((this.world.nowS() - Math.min(30 * DAY_S, this.world.historyS)) / 3600) * 3600;
    const tS = Math.floor(Math.min(atS, this.world.nowS()) / 3600) * 3600;
    const nothing = { issued_ts: null, anchors: {}, targets: Object.fromEntries(TARGETS.map((name) => [name, []])) };
    if (this.world.historyS === 0 || firstS > lastS) return { ...nothing, first_ts: null, last_ts: null };
    if (tS < firstS || atS > this.world.nowS() + DAY_S) return { ...nothing, first_ts: firstS, last_ts: lastS };
    const targets = Object.fromEntries(
      TARGETS.map((target) => [
        target,
        HORIZONS_S.map((horizon_s) => {
          const mu = this.world.values(tS + horizon_s)[target] + UNIT_SPREAD[target] * Math.sin(tS / 7000 + horizon_s);
          const half = UNIT_SPREAD[target] * (1 + Math.sqrt(horizon_s / 3600));
          return { horizon_s, valid_ts: tS + horizon_s, mu, lo: mu - half, hi: mu + half };
        }),
      ]),
    );
    return { issued_ts: tS, anchors: { ...this.world.values(tS) }, targets, first_ts: firstS, last_ts: lastS };
  }
  skill(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    const today = Math.floor(this.world.nowS() / DAY_S);
    const count = by === 'day' ? Math.floor(this.world.historyS / DAY_S) : Math.ceil(this.world.historyS / DAY_S / 30);
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
    this.world.note('verify', 'info', 'forecasts scored');
    return this.world.cold ? { scored: 0, buckets: 0 } : { scored: 54, buckets: 18 };
  }

  async train(hours: number): Promise<TrainResult | Refusal> {
    if (this.world.busy) return { error: 'a training is already running' };
    if (this.world.cold) return { trained: false, reason: 'not enough history: 0 valid rows, 24 needed' };
    this.world.lastTrainS = this.world.nowS();
    this.world.note('train', 'info', `trained on ${hours} h`);
    const rows = Math.floor(Math.min(hours * 3600, this.world.historyS) / 300);
    return {
      trained: true,
      ts: this.world.nowS(),
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
}
