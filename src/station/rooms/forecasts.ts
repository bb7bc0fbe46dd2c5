import type { ForecastBundle, Outlook, Scorecard, TrainResult, VerifyResult } from '../../contract/forecast.ts';
import type { Refusal } from '../api.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ForecastInternals } from '../forecast/diagnostics.ts';
import { ForecastEngine, type TickOutcome } from '../forecast/engine.ts';
import type { PendingStore } from '../forecast/pending.ts';
import type { ForecastSettings } from '../forecast/settings.ts';
import { train } from '../forecast/train.ts';
import { EXPLAINER, type ScoreStore } from '../forecast/verification.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import { TICK_S, type TickRow } from '../tick.ts';
import { Zone } from '../zone.ts';
import type { Jobs } from './jobs.ts';

const DAY_S = 86_400;
const JANUARY_S = 15 * DAY_S;
const JULY_S = 195 * DAY_S;
const YEAR_S = 365.2425 * DAY_S;
/** What the features look back on. */
const RECENT_S = 2 * DAY_S;
const TRAININGS_KEPT = 5;
const HEAD_PREFIX = 'forecast.head.';

export interface ForecastsParts {
  config: Config;
  clock: Clock;
  store: Store;
  timeZone: string;
  jobs: Jobs;
  report: Report;
  /** What was learned goes to the disk at once. */
  save(): void;
}

/** Standard time is the lesser of winter's and summer's offsets, on either hemisphere. */
export function standardOffsetS(zone: Zone, nowS: number): number {
  const yearS = Math.floor(nowS / YEAR_S) * YEAR_S;
  return Math.min(zone.offsetS(yearS + JANUARY_S), zone.offsetS(yearS + JULY_S));
}

const settingsOf = ({ config, timeZone, clock }: ForecastsParts): ForecastSettings => ({
  stepS: TICK_S,
  latitude: config.site.latitude,
  longitude: config.site.longitude,
  standardOffsetS: standardOffsetS(new Zone(timeZone), clock.nowS()),
  timezone: timeZone,
});

/** Pending forecasts and scores of a full disk are written when it has room again, or are lost: the engine goes on either way. */
const forgiving = (store: Store): { pending: PendingStore; scores: ScoreStore } => ({
  pending: {
    load: () => store.pending.load(),
    commit: (settledUntilS, issued) => void store.attempt(() => store.pending.commit(settledUntilS, issued)),
    forget: (target) => void store.attempt(() => store.pending.forget(target)),
  },
  scores: {
    since: (day) => store.scores.since(day),
    save: (buckets) => void store.attempt(() => store.scores.save(buckets)),
    prune: (beforeDay) => (store.trouble ? 0 : store.scores.prune(beforeDay)),
  },
});

/** The forecast room as the station lives with it: what it remembers, trains from and answers. */
export class Forecasts {
  readonly engine: ForecastEngine;
  readonly internals: ForecastInternals;
  readonly #parts: ForecastsParts;
  #trainings: TrainResult[] = [];

  constructor(parts: ForecastsParts, memory: Memory) {
    this.#parts = parts;
    const { store, report } = parts;
    this.engine = new ForecastEngine(settingsOf(parts), { ...forgiving(store), report });
    this.engine.restore((name, version) => memory.load(name, version));
    this.internals = new ForecastInternals(this.engine);
    this.#trainings = memory.revive(
      'trainings',
      1,
      () => [],
      (saved: TrainResult[]) => saved,
    );
  }

  get trainings(): readonly TrainResult[] {
    return this.#trainings;
  }

  get lastTrainedS(): number | null {
    const last = this.#trainings.findLast((training) => training.trained);
    return last?.trained ? last.ts : null;
  }

  /** Catches up with what was stored meanwhile. True when there is a history that nobody has learned from yet. */
  catchUp(): boolean {
    const { store, clock } = this.#parts;
    const nowS = clock.nowS();
    const isNew = this.engine.newestS === null;
    for (const page of store.ticks.pages(this.engine.newestS ?? nowS - RECENT_S, nowS)) this.engine.catchUp(page);
    this.#speakAgain();
    return isNew && store.ticks.latest(1).length > 0;
  }

  /** What is shown comes from what is known now, not from before it was learned. */
  #speakAgain(): void {
    const { store, clock } = this.#parts;
    const newest = store.ticks.latest(1)[0];
    if (newest && clock.nowS() - newest.tS < 2 * TICK_S) this.engine.refresh(newest);
  }

  tick(row: TickRow): TickOutcome {
    const outcome = this.engine.tick(row);
    this.internals.afterTick();
    return outcome;
  }

  /** Small work between samples. */
  idle(): void {
    this.internals.fillIn();
  }

  /** From a row of this very moment when one is given or nothing was said yet; otherwise as of the last five minutes. */
  bundle(now: TickRow | null, refresh: boolean): ForecastBundle {
    const bundle = this.engine.bundle();
    return now && (refresh || bundle.warming_up) ? this.engine.refresh(now) : bundle;
  }

  outlook(): Outlook {
    return this.engine.outlook(this.#parts.clock.nowS());
  }

  scorecard(): Scorecard {
    return { rows: this.engine.scorecard(this.#parts.clock.nowS()), explainer: EXPLAINER };
  }

  verify(): VerifyResult {
    return this.engine.verify(this.#parts.clock.nowS());
  }

  async train(hours: number): Promise<TrainResult | Refusal> {
    const { store, clock, jobs, report, save } = this.#parts;
    const history = {
      ticks: (afterS: number, untilS: number) => store.ticks.pages(afterS, untilS),
      hours: (untilS: number) => store.hourMeans.until(untilS),
    };
    const result = await jobs.run('train', ({ signal, progress }) =>
      train(this.engine, history, hours, { clock, signal, progress }),
    );
    if ('error' in result) return result;
    this.#trainings = [...this.#trainings, result].slice(-TRAININGS_KEPT);
    if (result.trained) {
      const { grid_rows, span_days, seconds } = result;
      report(
        'train',
        'info',
        `Learned anew from ${grid_rows} rows over ${span_days.toFixed(1)} days in ${seconds.toFixed(1)} s`,
      );
      this.internals.forget();
      this.#speakAgain();
      save();
    } else report('train', 'info', `Training changed nothing: ${result.reason}`);
    return result;
  }

  /**
   * The 18 heads are 2.5 MB and change with every tick. Written every five minutes they would wear a memory card out for a memory
   * of 180 days, so they are left out unless `withHeads`; after a crash they have missed some lessons and learned none twice.
   */
  remembered(withHeads: boolean): Remembered[] {
    const components = this.engine.components();
    const kept = withHeads ? components : components.filter(({ name }) => !name.startsWith(HEAD_PREFIX));
    return [...kept, { name: 'trainings', version: 1, state: this.#trainings }];
  }
}
