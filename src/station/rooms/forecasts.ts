import type {
  ForecastBundle,
  Outlook,
  Scorecard,
  SkillHistory,
  TrainResult,
  VerifyResult,
} from '../../contract/forecast.ts';
import { DAY_S, HOUR_S } from '../../durations.ts';
import type { Refusal } from '../api.ts';
import { anotherTurn, type Clock, Slicer } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Climate } from '../forecast/climate/climate.ts';
import { ForecastInternals } from '../forecast/diagnostics.ts';
import { ForecastEngine, type TickOutcome } from '../forecast/engine.ts';
import type { PendingStore } from '../forecast/pending.ts';
import type { ForecastSettings } from '../forecast/settings.ts';
import { FEWEST_ROWS, type Trained, worseThan } from '../forecast/train.ts';
import { EXPLAINER, type ScoreStore } from '../forecast/verification.ts';
import type { Heavy } from '../heavy/heavy.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import { tickRow, tickRows } from '../scale/levels.ts';
import type { Scaling } from '../scale/scaling.ts';
import type { Target } from '../signals.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { Store } from '../store/store.ts';
import { type RawTick, TICK_S, type TickRow } from '../tick.ts';
import { Zone } from '../zone.ts';
import type { Jobs } from './jobs.ts';

const JANUARY_S = 15 * DAY_S;
const JULY_S = 195 * DAY_S;
const YEAR_S = 365.2425 * DAY_S;
/** What the features look back on: of their means the longest forgets over 12 hours, and what is older weighs less than 1e-9. */
export const LOOK_BACK_S = 11 * DAY_S;
const TICKS_A_DAY = DAY_S / TICK_S;
const TRAININGS_KEPT = 5;
/** Of what is issued every five minutes one in twelve is kept to be looked back on. */
const KEPT_EVERY_S = HOUR_S;
/** One head, which takes about as long. */
const ADOPT_SLICE_MS = 1;
/** As far as the short form of climatology, which forgets over 25 days, can be taken for a season. */
const SEASON_S = 45 * DAY_S;
const NORMAL_90 = 1.645;

export interface ForecastsParts {
  config: Config;
  clock: Clock;
  store: Store;
  timeZone: string;
  jobs: Jobs;
  heavy: Heavy;
  scaling: Scaling;
  /** The time that samples are stamped by. */
  nowS: () => number;
  report: Report;
  /** What was learned goes to the disk at once. */
  save(): Promise<void>;
}

/** With a climate that can be adopted at once. */
type Revived =
  | Extract<Trained, { trained: false }>
  | (Omit<Extract<Trained, { trained: true }>, 'climate'> & { climate: Climate });

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
  /** What was learned in another thread was taken over so often, and begun to be. */
  #adoptions = 0;

  constructor(
    parts: ForecastsParts,
    private readonly memory: Memory,
  ) {
    this.#parts = parts;
    const { store, report } = parts;
    this.engine = new ForecastEngine(settingsOf(parts), { ...forgiving(store), report });
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

  get adoptions(): number {
    return this.#adoptions;
  }

  get lastTrainedS(): number | null {
    const last = this.#trainings.findLast((training) => training.trained);
    return last?.trained ? last.ts : null;
  }

  /** Brings back what was learned, before anything else is asked of this room. */
  *recall(): Steps<void> {
    yield* this.engine.restoring((name, version) => this.memory.load(name, version));
    yield* this.internals.warmUp();
  }

  /** Catches up with what was stored meanwhile. True when there is a history that nobody, or not every head, has learned from. */
  *catchUp(): Steps<boolean> {
    const { ticks } = this.#parts.store;
    const newest = ticks.latest(1)[0];
    const isNew = newest !== undefined && this.engine.newestS === null;
    const hasLost = this.engine.hasLostHeads;
    if (newest) yield* this.#catchUpTo(newest.tS);
    for (const raw of ticks.latest(TICKS_A_DAY)) this.engine.publishBy(this.#level(raw));
    this.#speakAgain();
    if (hasLost) return ticks.latest(FEWEST_ROWS).length >= FEWEST_ROWS;
    return isNew;
  }

  /** Back to what is saved, and on to what is stored of the ticks before this moment. True when nobody ever learned anything. */
  reload(memory: Memory, beforeS: number): boolean {
    this.engine.reload((name, version) => memory.load(name, version));
    const isNew = this.engine.newestS === null && this.#parts.store.ticks.latest(1).length > 0;
    atOnce(this.#catchUpTo(beforeS));
    this.internals.forget();
    return isNew;
  }

  /** By the record and not by the clock, which may be anywhere at a start. */
  *#catchUpTo(untilS: number): Steps<void> {
    const { store, scaling } = this.#parts;
    for (const page of store.ticks.pages(this.engine.newestS ?? untilS - LOOK_BACK_S, untilS)) {
      yield* this.engine.catchingUp(tickRows(page, scaling.scale));
    }
  }

  /** What is shown comes from what is known now, not from before it was learned. */
  #speakAgain(): void {
    const { store, nowS } = this.#parts;
    const newest = store.ticks.latest(1)[0];
    if (newest && nowS() - newest.tS < 2 * TICK_S) this.engine.refresh(this.#level(newest));
  }

  /** Another scale: what looks back is derived anew, forecasts of what moved are void, and the newest ones are said again. */
  relevel(rows: readonly TickRow[], moved: readonly Target[]): void {
    this.engine.relevel(rows, moved);
    this.#speakAgain();
  }

  #level(raw: RawTick): TickRow {
    return tickRow(raw, this.#parts.scaling.scale);
  }

  tick(row: TickRow): TickOutcome {
    const outcome = this.engine.tick(row);
    const { store } = this.#parts;
    const said = this.engine.bundle();
    if (row.tS % KEPT_EVERY_S === 0) store.attempt(() => store.issued.keep(said));
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
    return this.engine.outlook(this.#parts.nowS());
  }

  scorecard(): Scorecard {
    return { rows: this.engine.scorecard(this.#parts.nowS()), explainer: EXPLAINER };
  }

  skill(target: Target, horizonS: number, by: 'day' | 'month'): SkillHistory {
    return this.engine.verification.history(target, horizonS, by);
  }

  /**
   * The usual temperature from one midnight to the next. Until climatology has a year's wave it knows the season of the last weeks
   * only, and says nothing of other months.
   */
  usualDay(startS: number, endS: number): { mu_min: number; mu_max: number; lo: number; hi: number } | null {
    const { annual, residualStd } = this.engine.climatology.series.temperature;
    if (residualStd === null || (!annual && Math.abs(this.#parts.nowS() - startS) > SEASON_S)) return null;
    const course: number[] = [];
    for (let tS = startS; tS < endS; tS += HOUR_S) course.push(this.engine.usual(tS).temperature ?? Number.NaN);
    const [least, most] = [Math.min(...course), Math.max(...course)];
    if (Number.isNaN(least)) return null;
    return { mu_min: least, mu_max: most, lo: least - NORMAL_90 * residualStd, hi: most + NORMAL_90 * residualStd };
  }

  verify(): VerifyResult {
    return this.engine.verify(this.#parts.nowS());
  }

  async train(hours: number): Promise<TrainResult | Refusal> {
    const { clock, jobs, report, save } = this.#parts;
    const nowS = this.#parts.nowS();
    const startedMs = clock.steadyMs();
    const trained = await jobs.run('train', ({ signal, progress }) => this.#trainOnOneScale(hours, signal, progress));
    if ('error' in trained) return trained;
    const why = trained.trained ? this.#worse(trained, nowS) : trained.reason;
    if (!trained.trained || why !== null) {
      const result: TrainResult = { trained: false, reason: why! };
      report('train', 'info', `Training changed nothing: ${why}`);
      return this.#remember(result);
    }
    this.#adoptions += 1;
    await this.#adopt(trained);
    this.#adoptions += 1;
    const seconds = (clock.steadyMs() - startedMs) / 1000;
    const { grid_rows, span_days } = trained.facts;
    report(
      'train',
      'info',
      `Learned anew from ${grid_rows} rows over ${span_days.toFixed(1)} days in ${seconds.toFixed(1)} s`,
    );
    const result = this.#remember({ trained: true, ts: nowS, hours, ...trained.facts, seconds });
    this.internals.forget();
    const slicer = new Slicer(clock, ADOPT_SLICE_MS);
    this.#speakAgain();
    await slicer.breathe();
    await save();
    return result;
  }

  #trainOnOneScale(hours: number, stopping: AbortSignal, progress: (share: number) => void): Promise<Revived> {
    const { heavy, scaling, nowS } = this.#parts;
    const { settings } = this.engine;
    return scaling.onOneScale(stopping, async (scale, signal) => {
      const trained = await heavy.run('train', { settings, scale, nowS: nowS(), hours }, { signal, progress });
      if (!trained.trained) return trained;
      await anotherTurn(); // the one that heard of the end has done enough
      const revived = { ...trained, climate: this.engine.reviveClimate(trained.climate) };
      await anotherTurn();
      return revived;
    });
  }

  /** Why the serving heads stay; those that lost what they knew have nothing to show for their scores. */
  #worse({ skill, examDays }: Extract<Revived, { trained: true }>, nowS: number): string | null {
    return this.engine.hasLostHeads ? null : worseThan(this.engine, nowS, skill, examDays);
  }

  /** Climate at once, so that no scale can change in between; the heads hold no levels and come one after another. */
  async #adopt({ climate, heads, untilS }: Extract<Revived, { trained: true }>): Promise<void> {
    const { store, clock } = this.#parts;
    const slicer = new Slicer(clock, ADOPT_SLICE_MS);
    const since = [...store.ticks.pages(untilS, this.engine.newestS ?? untilS)].flat().map((raw) => this.#level(raw));
    this.engine.adoptClimate(climate, since);
    for (const { key, saved } of heads) {
      await slicer.breathe();
      this.engine.adoptHead(key, saved);
    }
    await slicer.breathe();
  }

  #remember(result: TrainResult): TrainResult {
    this.#trainings = [...this.#trainings, result].slice(-TRAININGS_KEPT);
    return result;
  }

  /** All but the heads. */
  *remembered(): Generator<Remembered> {
    yield* this.engine.smallComponents();
    yield { name: 'trainings', version: 1, state: this.#trainings };
  }

  /**
   * The 18 heads are 2.5 MB and change with every tick. Written as often as the rest they would wear a memory card out for a
   * memory of 180 days, so they have a time of their own; after a crash they have missed some lessons and learned none twice.
   */
  rememberedHeads(): Iterable<Remembered> {
    return this.engine.headComponents();
  }
}
