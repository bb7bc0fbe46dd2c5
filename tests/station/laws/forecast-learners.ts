import { NormalRidge, type NormalRidgeState } from '../../../src/station/algebra/normal-ridge.ts';
import { Climate, type ClimateState } from '../../../src/station/forecast/climate/climate.ts';
import {
  Climatology,
  ClimatologySeries,
  type ClimatologySeriesState,
  Moment,
} from '../../../src/station/forecast/climate/climatology.ts';
import { HourlyMeans, type HourlyState } from '../../../src/station/forecast/climate/hourly.ts';
import { Outlook, type OutlookState } from '../../../src/station/forecast/climate/outlook.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { Blend, type BlendState } from '../../../src/station/forecast/heads/blend.ts';
import { FEATURE_COUNT } from '../../../src/station/forecast/heads/features.ts';
import { Head, type HeadState } from '../../../src/station/forecast/heads/head.ts';
import { type HistoryState, TickHistory } from '../../../src/station/forecast/heads/history.ts';
import { MemberAccount, type MemberAccountState } from '../../../src/station/forecast/heads/member-account.ts';
import { RidgeRls, type RlsState } from '../../../src/station/forecast/heads/rls.ts';
import { RunningMeans, type RunningState } from '../../../src/station/forecast/heads/running.ts';
import { WideExpert } from '../../../src/station/forecast/heads/wide-expert.ts';
import { Conformal, type ConformalState, conformalSettings } from '../../../src/station/forecast/interval/conformal.ts';
import { SortedRing } from '../../../src/station/forecast/interval/sorted-ring.ts';
import {
  VOLATILITY_INPUTS,
  Volatility,
  type VolatilityState,
} from '../../../src/station/forecast/interval/volatility.ts';
import type { SavedComponent } from '../../../src/station/forecast/knowledge.ts';
import type { PendingRow, PendingStore } from '../../../src/station/forecast/pending.ts';
import { RainClimate, type RainClimateState } from '../../../src/station/forecast/rain/climate.ts';
import { RAIN_FEATURES } from '../../../src/station/forecast/rain/features.ts';
import { RainLearner, type RainLearnerState } from '../../../src/station/forecast/rain/learner.ts';
import { RainModel, type RainState } from '../../../src/station/forecast/rain/model.ts';
import { type LogisticState, OnlineLogistic } from '../../../src/station/forecast/rain/online-logistic.ts';
import { type DriftState, DriftWatch } from '../../../src/station/monitor/drift.ts';
import { Novelty, type NoveltyState } from '../../../src/station/monitor/novelty.ts';
import { seeded } from '../../support/seeded.ts';
import { settingsFor, weather } from '../forecast/weather.ts';
import { type Learner, learner } from './learner.ts';
import { lessons, signals } from './worlds.ts';

const HALF_HOUR_S = 1800;
const OFFSET_S = 3600;
const rows = weather(21, 12, HALF_HOUR_S);
const fine = weather(22, 4, 300);
const hourly = weather(23, 60, 3600);
const { normal } = seeded(24);
const noise = Array.from({ length: 2500 }, () => normal());
const rls = { n: 6, lam: 0.999, delta: 10, pMax: 1 };
const ridge = { n: 6, lam: 0.999, delta: 10 };
const conformal = conformalSettings(300, 3600);
const rain = { baseRate: 0.15, indoors: false, southern: false, stepS: 300 };

/** The engine with its table of pending rows: what the station saves and brings back together. */
class SavedEngine {
  readonly #rows = new Map<string, PendingRow>();
  readonly engine: ForecastEngine;

  constructor(saved: SavedComponent[] = [], pending: readonly PendingRow[] = []) {
    const key = ({ dueS, target, horizonS }: PendingRow) => `${dueS} ${target} ${horizonS}`;
    for (const row of pending) this.#rows.set(key(row), row);
    const store: PendingStore = {
      load: () => [...this.#rows.values()].sort((a, b) => a.dueS - b.dueS),
      commit: (settledUntilS, issued) => {
        for (const [at, row] of this.#rows) if (row.dueS <= settledUntilS) this.#rows.delete(at);
        for (const row of issued) this.#rows.set(key(row), row);
      },
      forget: (target) => {
        for (const [at, row] of this.#rows) if (row.target === target) this.#rows.delete(at);
      },
    };
    this.engine = new ForecastEngine(settingsFor(HALF_HOUR_S), { pending: store });
    this.engine.restore((name) => saved.find((component) => component.name === name)?.state ?? null);
  }

  toJSON() {
    const pending = [...this.#rows.values()].map((row) => ({ ...row, payload: [...row.payload] }));
    return { components: this.engine.components(), pending };
  }

  static fromJSON({ components, pending }: ReturnType<SavedEngine['toJSON']>): SavedEngine {
    return new SavedEngine(
      components,
      pending.map((row) => ({ ...row, payload: Float64Array.from(row.payload) })),
    );
  }
}

export const forecastLearners: readonly Learner[] = [
  learner('SortedRing', noise, {
    fresh: () => new SortedRing(100),
    restored: (saved: string) => SortedRing.fromJSON(saved, 100),
    step: (ring, x) => {
      ring.push(x);
      return [ring.size, ring.smallest(1), ring.quantile(0.9)];
    },
  }),
  learner('Conformal', noise, {
    fresh: () => new Conformal(conformal),
    restored: (saved: ConformalState) => Conformal.fromJSON(saved, conformal),
    step: (interval, x) => {
      interval.learn(x, 1 + Math.abs(x) / 10, interval.quantile());
      return [
        interval.quantile(),
        interval.spread(0.683),
        interval.signedQuantiles(),
        interval.alpha,
        interval.coverage,
      ];
    },
  }),
  learner('Volatility', lessons(30, VOLATILITY_INPUTS, 2500), {
    fresh: () => new Volatility(1, 1800, 3600),
    restored: (saved: VolatilityState) => Volatility.fromJSON(saved, 1, 1800, 3600),
    step: (volatility, { phi, y }) => {
      const scale = volatility.scale(phi);
      volatility.learn(phi, y);
      return [scale, volatility.recent];
    },
  }),
  learner('RidgeRls', lessons(31, rls.n), {
    fresh: () => new RidgeRls(rls),
    restored: (saved: RlsState) => RidgeRls.fromJSON(saved, rls),
    step: (regression, { phi, y }) => {
      const said = regression.predict(phi);
      regression.learn(phi, y);
      return [said, regression.traceP];
    },
  }),
  learner('NormalRidge', lessons(32, ridge.n), {
    fresh: () => new NormalRidge(ridge),
    restored: (saved: NormalRidgeState) => NormalRidge.fromJSON(saved, ridge),
    step: (regression, { phi, y }) => {
      const said = regression.predict(phi);
      regression.learn(phi, y);
      if (regression.unsolved >= 20) regression.solve();
      return said;
    },
  }),
  learner('WideExpert', lessons(33, FEATURE_COUNT, 600), {
    fresh: () => new WideExpert(3600, 300),
    restored: (saved: NormalRidgeState) => WideExpert.fromJSON(saved, 3600, 300),
    step: (expert, { phi, y }) => {
      const said = expert.predict(phi);
      expert.learn(1_700_006_400 + Math.round(1000 * Math.abs(y)) * 300, phi, y, 1);
      return [said, expert.consolidate()];
    },
  }),
  learner('Blend', signals(34, 2000, 4), {
    fresh: () => new Blend(4, 0.999),
    restored: (saved: BlendState) => Blend.fromJSON(saved, 4, 0.999),
    step: (blend, errors) => {
      blend.learn(Float64Array.from(errors));
      return [[...blend.weights], blend.reach, blend.pairs];
    },
  }),
  learner('MemberAccount', signals(35, 800, 4), {
    fresh: () => new MemberAccount(300),
    restored: (saved: MemberAccountState) => MemberAccount.fromJSON(saved, 300),
    step: (account, [persistence, climatology, learned, blend]) => {
      account.add({ persistence: persistence!, climatology: climatology!, learned: learned!, blend: blend! });
      return [account.mae, account.rmseLearned];
    },
  }),
  learner('Head', lessons(36, FEATURE_COUNT, 900), {
    fresh: () => new Head('temperature', 3600, 300),
    restored: (saved: HeadState) => Head.fromJSON(saved, 'temperature', 3600, 300),
    step: (head, { phi, y }) => {
      const tS = 1_700_006_400 + 300 * head.scored;
      const issue = head.issue(15, 14, phi, phi.slice(0, VOLATILITY_INPUTS));
      const matured = head.settle(head.pending(issue, phi, phi.slice(0, VOLATILITY_INPUTS), tS, 0, 1), 15 + y);
      head.consolidate();
      return [issue, matured, head.lastErrorAt(tS + 3600)];
    },
  }),
  learner('TickHistory', fine, {
    fresh: () => new TickHistory(300),
    restored: (saved: HistoryState) => TickHistory.fromJSON(saved, 300),
    step: (history, row) => {
      history.push(row);
      return [history.newestS, history.at('temperature', row.tS - 3600), history.at('dew_point', row.tS - 86_400)];
    },
  }),
  learner('RunningMeans', fine, {
    fresh: () => new RunningMeans(300),
    restored: (saved: RunningState) => RunningMeans.fromJSON(saved, 300),
    step: (means, row) => {
      means.observe(row, Math.sin(row.tS / 13_750));
      return [means.sky, means.variability, means.light, means.dayMean('temperature')];
    },
  }),
  learner('HourlyMeans', fine, {
    fresh: () => new HourlyMeans(),
    restored: (saved: HourlyState) => HourlyMeans.fromJSON(saved),
    step: (means, row) => means.add(row),
  }),
  learner('Climate', fine, {
    fresh: () => new Climate(OFFSET_S),
    restored: (saved: ClimateState) => {
      const climate = new Climate(OFFSET_S);
      climate.restore(saved);
      return climate;
    },
    step: (climate, row) => {
      climate.absorb(row);
      return climate.usual(row.tS + 3600);
    },
  }),
  learner('ClimatologySeries', hourly, {
    fresh: () => new ClimatologySeries(),
    restored: (saved: ClimatologySeriesState) => ClimatologySeries.fromJSON(saved),
    step: (series, row) => {
      const moment = new Moment(row.tS, OFFSET_S);
      return [series.learn(moment, row.temperatureC!), series.predict(moment), series.residualStd, series.historyDays];
    },
  }),
  learner('Climatology', hourly, {
    fresh: () => new Climatology(),
    restored: (saved: ReturnType<Climatology['toJSON']>) => Climatology.fromJSON(saved),
    step: (climatology, row) => {
      const moment = new Moment(row.tS, OFFSET_S);
      climatology.series.pressure.learn(moment, row.stationHpa!);
      return [climatology.at(moment), climatology.ready];
    },
  }),
  learner('Outlook', hourly, {
    fresh: () => new Outlook(OFFSET_S),
    restored: (saved: OutlookState) => Outlook.fromJSON(saved, OFFSET_S),
    step: (outlook, row) => {
      const climatology = usual();
      const values = {
        temperature: row.temperatureC,
        humidity: row.humidityPct,
        pressure: row.stationHpa,
        dew_point: null,
      };
      const at = climatology.at(new Moment(row.tS, OFFSET_S));
      const anomaly = (name: 'temperature' | 'humidity' | 'pressure') => values[name]! - (at[name] ?? 0);
      const anomalies = {
        temperature: anomaly('temperature'),
        humidity: anomaly('humidity'),
        pressure: anomaly('pressure'),
        dew_point: null,
      };
      outlook.learnHour(row.tS, anomalies, values, climatology);
      return [outlook.rho('temperature'), outlook.expect('temperature', row.tS, row.tS + 172_800, climatology)];
    },
  }),
  learner('ForecastEngine', rows, {
    fresh: () => new SavedEngine(),
    restored: (saved: ReturnType<SavedEngine['toJSON']>) => SavedEngine.fromJSON(saved),
    step: ({ engine }, row) => {
      const { matured, issued, expired } = engine.tick(row);
      return [matured, issued.length, expired, engine.bundle(), engine.usual(row.tS)];
    },
  }),
  learner('OnlineLogistic', lessons(37, 5, 500), {
    fresh: () => OnlineLogistic.from([0, 0, 0, 0, 0], 0.03),
    restored: (saved: LogisticState) => OnlineLogistic.fromJSON(saved, 5),
    step: (logistic, { phi, y }) => {
      logistic.learn(phi, y > 0 ? 1 : 0, 1);
      return [logistic.score(phi), [...logistic.weights]];
    },
  }),
  learner('RainClimate', lessons(38, RAIN_FEATURES.length, 900), {
    fresh: () => new RainClimate(0.15, false, 300),
    restored: (saved: RainClimateState) => RainClimate.fromJSON(saved, 0.15, false, 300),
    step: (climate, { phi }) => {
      climate.learn(phi);
      return [climate.baseRate, climate.intercept];
    },
  }),
  learner('RainLearner', lessons(39, RAIN_FEATURES.length, 200), {
    fresh: () => new RainLearner(),
    restored: (saved: RainLearnerState) => RainLearner.fromJSON(saved),
    step: (rainLearner, { phi, y }) => [
      rainLearner.learn({
        id: 1,
        value: y > 0 ? 1 : 0,
        early: [...phi],
        late: [...phi],
        intercept: -2,
        baseRate: 0.15,
      }),
      rainLearner.probabilities(phi, -2),
      rainLearner.strong,
    ],
  }),
  learner('RainModel', fine, {
    fresh: () => new RainModel(rain),
    restored: (saved: RainState) => RainModel.fromJSON(saved, rain),
    step: (model, row) => {
      model.observe(row);
      const at = fine.indexOf(row);
      const labelled =
        at % 100 === 99
          ? model.learn({ id: at, value: at % 200 > 100 ? 1 : 0, tS: row.tS }, fine.slice(at - 60, at + 1))
          : null;
      const undone = at % 300 === 299 ? model.undo(at - 100) : null;
      return [labelled, undone, model.bundle(), model.internals()];
    },
  }),
  learner('Novelty', fine, {
    fresh: () => new Novelty(300),
    restored: (saved: NoveltyState) => Novelty.fromJSON(saved, 300),
    step: (novelty, row) => [
      novelty.learn(row, { temperature: 9, humidity: 80, pressure: 1003, dew_point: 5 }),
      novelty.bundle(),
      novelty.internals(),
      novelty.warm,
    ],
  }),
  learner('DriftWatch', noise, {
    fresh: () => new DriftWatch(),
    restored: (saved: DriftState) => DriftWatch.fromJSON(saved),
    step: (watch, x) => {
      const at = noise.indexOf(x);
      const grown = at > 1200 ? 6 : 1;
      const error = {
        target: 'temperature',
        horizonS: 3600,
        dueS: 3600 * at,
        truth: 15 + grown * x,
        forecast: 15,
      } as const;
      return [
        watch.learn({ ...error, persistence: 15, scale: 1 }),
        watch.stress,
        watch.retrainRequested,
        watch.bundle(),
      ];
    },
  }),
];

let usualNow: Climatology | null = null;
/** One climatology for all lives: what an outlook is told, not what it learns. */
function usual(): Climatology {
  if (usualNow) return usualNow;
  usualNow = new Climatology();
  for (const row of hourly) {
    const moment = new Moment(row.tS, OFFSET_S);
    usualNow.series.temperature.learn(moment, row.temperatureC!);
    usualNow.series.humidity.learn(moment, row.humidityPct!);
    usualNow.series.pressure.learn(moment, row.stationHpa!);
  }
  return usualNow;
}
