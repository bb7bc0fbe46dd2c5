import { TARGETS } from '../../../src/contract/names.ts';
import { restored, savedState } from '../../../src/maths/codec.ts';
import { Odds } from '../../../src/station/forecast/chance/odds.ts';
import { SelfAsked } from '../../../src/station/forecast/chance/self-asked.ts';
import { SPANS_S, Trust } from '../../../src/station/forecast/chance/trust.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { pathsOf } from '../../../src/station/forecast/issued-forecast.ts';
import { type HistoryState, TickHistory } from '../../../src/station/forecast/learners/history.ts';
import { RunningMeans, type RunningState } from '../../../src/station/forecast/learners/running.ts';
import type { PendingRow, PendingStore } from '../../../src/station/forecast/pending.ts';
import { Guard } from '../../../src/station/forecast/spike-guard.ts';
import type { Remembered } from '../../../src/station/learned/memory.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { persisting } from '../forecast/chance/persisting.ts';
import { learnedBy, restore } from '../forecast/learned.ts';
import { settingsFor, weather } from '../forecast/weather.ts';
import { fine } from './forecast-worlds.ts';
import { type Learner, learner } from './learner.ts';

const HALF_HOUR_S = 1800;
const rows = weather(21, 12, HALF_HOUR_S);
/** A spike now and then, and a sensor that stands for half a day. */
const faulty = fine.map((row, i) => ({
  ...row,
  temperatureC: i % 97 === 50 ? 60 : row.temperatureC,
  humidityPct: i > 700 && i < 850 ? 61 : row.humidityPct,
}));

/** The engine with its table of pending rows: what the station saves and brings back together. */
class SavedEngine {
  readonly #rows = new Map<string, PendingRow>();
  readonly engine: ForecastEngine;

  constructor(saved: Remembered[] = [], pending: readonly PendingRow[] = []) {
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
    restore(this.engine, saved);
  }

  toJSON() {
    const pending = [...this.#rows.values()].map((row) => ({ ...row, payload: [...row.payload] }));
    return { components: learnedBy(this.engine), pending };
  }

  static fromJSON({ components, pending }: ReturnType<SavedEngine['toJSON']>): SavedEngine {
    return new SavedEngine(
      components,
      pending.map((row) => ({ ...row, payload: Float64Array.from(row.payload) })),
    );
  }
}

/** A station that says what persistence says, asks itself about it, and looks back. */
class SelfKnown {
  constructor(
    readonly asked = new SelfAsked(HALF_HOUR_S),
    readonly history = new TickHistory(HALF_HOUR_S),
  ) {}

  step(row: TickRow): unknown {
    this.history.push(row);
    this.asked.judge(row.tS, this.history, Number.NEGATIVE_INFINITY);
    this.asked.askOf(persisting(row), (target) => pathsOf(persisting(row), target, HALF_HOUR_S, () => null)!);
    return TARGETS.map((target) => this.asked.trust.predict(target, 'above')(0.4, 20_000));
  }

  toJSON() {
    return { asked: savedState(this.asked), history: savedState(this.history) };
  }

  static fromJSON({ asked, history }: ReturnType<SelfKnown['toJSON']>): SelfKnown {
    return new SelfKnown(SelfAsked.fromJSON(asked, HALF_HOUR_S), TickHistory.fromJSON(history, HALF_HOUR_S));
  }
}

/** The engine as a whole, and what it looks back on. */
export const forecastLearners: readonly Learner[] = [
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
    restored: (saved: RunningState) => restored(new RunningMeans(300), saved),
    step: (means, row) => {
      means.observe(row, Math.sin(row.tS / 13_750));
      return [means.state.sky, means.state.variability, means.state.light, means.dayMean('temperature')];
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
  learner('Trust', fine, {
    fresh: () => new Trust(),
    step: (trust, row) => {
      const spanS = SPANS_S[(row.tS / 300) % 2]!;
      const share = 0.1 + (0.8 * row.humidityPct!) / 100;
      trust.learn('humidity', 'below', spanS, share, row.temperatureC! > 10);
      return [trust.predict('humidity', 'below')(share, spanS / 2), trust.predict('pressure', 'above')(share, spanS)];
    },
  }),
  learner('Odds', fine, {
    fresh: () => new Odds(),
    step: (odds, { humidityPct, temperatureC, dewPointC }) => {
      const input = { share: humidityPct! / 100, dewAboveC: dewPointC };
      odds.learn(input, temperatureC! > 10);
      return odds.predict(input);
    },
  }),
  learner('SelfAsked', rows, {
    fresh: () => new SelfKnown(),
    restored: (saved: ReturnType<SelfKnown['toJSON']>) => SelfKnown.fromJSON(saved),
    step: (life, row) => life.step(row),
  }),
  learner('Guard', faulty, {
    fresh: () => new Guard(300),
    step: (guard, row) => guard.examine(row),
  }),
];
