import { atOnce, type Steps } from '../../base/steps.ts';
import type { ForecastBundle, Outlook as OutlookBundle, ScorecardRow, VerifyResult } from '../../contract/forecast.ts';
import { TARGETS, type Target } from '../../contract/names.ts';
import type { Remembered } from '../learned/memory.ts';
import type { TickRow } from '../tick.ts';
import { Adopting } from './adopting.ts';
import type { Trusting } from './bands/course.ts';
import type { Paths, Side } from './bands/paths.ts';
import { seasonality } from './bands/width-inputs.ts';
import type { ClimateValues, Climatology } from './climate/climatology.ts';
import { dayOffsetS } from './climate/harmonics.ts';
import type { HourMean } from './climate/hourly.ts';
import type { HeadKey } from './grid.ts';
import type { Head } from './heads/head.ts';
import { type HeadForecast, IssuedForecast } from './issued-forecast.ts';
import { ForecastIssuer } from './issuer.ts';
import { Knowledge, type Load } from './knowledge.ts';
import { NetExpert } from './learners/net-expert.ts';
import { RunningMeans } from './learners/running.ts';
import { SunTrack } from './learners/sun-track.ts';
import type { PendingRow } from './pending.ts';
import { Releveling } from './releveling.ts';
import type { ForecastSettings } from './settings.ts';
import type { Verification } from './verification.ts';
import { type ForecastPorts, type Scored, Waiting } from './waiting.ts';

const SCORECARD_DAYS = 30;

export interface TickOutcome extends Scored {
  /** Waiting for their time from now on. */
  issued: PendingRow[];
}

/**
 * Forecast engine. Each tick has the same order: the new row, then the forecasts whose time has come (scored, then learned from), then
 * climatology, then new forecasts. Scoring precedes learning and learning precedes issuing, so nothing can know what it is about to be
 * asked.
 */
export class ForecastEngine {
  readonly #known: Knowledge;
  readonly #issuer: ForecastIssuer;
  readonly #sun: SunTrack;
  readonly #waiting: Waiting;
  readonly #lastIssued = new IssuedForecast();
  /** Adoption of models trained elsewhere. */
  readonly adopting: Adopting;
  /** Effects of a new scale. */
  readonly releveling: Releveling;

  constructor(
    readonly settings: ForecastSettings,
    private readonly ports: ForecastPorts = {},
  ) {
    const { stepS, latitude, longitude, standardOffsetS, typical } = settings;
    const offsetS = dayOffsetS(longitude, standardOffsetS);
    this.#sun = new SunTrack(settings, stepS);
    this.#issuer = new ForecastIssuer(stepS, this.#sun, offsetS);
    const net = new NetExpert(settings, this.#sun, offsetS);
    this.#known = new Knowledge(stepS, offsetS, seasonality(latitude), net, typical);
    this.#waiting = new Waiting(this.#known, ports);
    this.adopting = new Adopting(this.#known, offsetS);
    this.releveling = new Releveling(this.#known, this.#waiting, this.#lastIssued);
  }

  get climatology(): Climatology {
    return this.#known.climate.climatology;
  }

  get verification(): Verification {
    return this.#waiting.verification;
  }

  /** Time of the newest tick. */
  get newestS(): number | null {
    return this.#known.history.newestS;
  }

  get headKeys(): readonly HeadKey[] {
    return this.#known.heads.keys;
  }

  /** Whether heads of an existing station were lost: other features, another version, a damaged row. */
  get hasLostHeads(): boolean {
    return this.newestS !== null && this.#known.hasFreshHeads;
  }

  head(target: Target, horizonS: number): Head {
    return this.#known.heads.get(target, horizonS);
  }

  /** Climatology now, per series, at station level. */
  usual(tS: number): ClimateValues {
    return this.#known.climate.usual(tS);
  }

  /** Processes one row of the grid. Rows not newer than the last (a clock set back) are ignored. */
  tick(measured: TickRow): TickOutcome {
    if (!this.#isNext(measured)) return { matured: [], issued: [], expired: 0 };
    const row = this.#known.guard.examine(measured);
    const { matured, expired } = this.#absorb(row);
    const said = this.#issue(row, row.tS);
    this.#lastIssued.replace(said, row.tS);
    this.#known.chances.askOf(said, (target) => this.paths(target)!);
    const issued = this.#waiting.add(said, row.tS);
    return { matured, issued, expired };
  }

  /** Catches up on rows stored before a crash saved the state: learns from them and issues nothing. */
  catchUp(rows: Iterable<TickRow>): void {
    atOnce(this.catchingUp(rows));
  }

  /** The same a row at a time: a station that opens answers meanwhile. */
  *catchingUp(rows: Iterable<TickRow>): Steps<void> {
    for (const row of rows) {
      if (this.#isNext(row)) this.#absorb(this.#known.guard.examine(row));
      yield;
    }
    if (this.newestS !== null) this.#waiting.commit(this.newestS);
  }

  /** An hour of the distant past, for climatology alone. */
  learnHour(mean: HourMean): void {
    this.#known.climate.learnHour(mean);
  }

  /** Forecasts from this very moment, on or off the grid. They are shown, but neither scored nor learned from. */
  refresh(row: TickRow): ForecastBundle {
    const gridS = Math.floor(row.tS / this.settings.stepS) * this.settings.stepS;
    this.#lastIssued.replace(this.#issue(this.#known.believed(row), gridS), row.tS);
    return this.bundle();
  }

  /** Newest forecast of one head; null before its first. */
  newest(target: Target, horizonS: number): HeadForecast | null {
    return this.#lastIssued.newest(target, horizonS);
  }

  /** The possible courses of one target as they were foretold last; null before anything was. */
  paths(target: Target): Paths | null {
    return this.#lastIssued.paths(target, this.settings.stepS, (tS) => this.usual(tS)[target]);
  }

  /** Calibration of the chance to pass a value, from the outcomes of the station's own questions. */
  trusting(target: Target, side: Side): Trusting {
    return this.#known.chances.trust.predict(target, side);
  }

  /** The newest forecasts. */
  bundle(): ForecastBundle {
    return this.#lastIssued.bundle();
  }

  outlook(nowS: number): OutlookBundle {
    return this.#known.climate.bundle(nowS, this.seaLevelRatio, this.settings.timezone);
  }

  /** By which pressure is published between ticks: p_sea-level / p_station of the newest row that knew one. */
  get seaLevelRatio(): number {
    return this.#lastIssued.seaLevelRatio;
  }

  publishBy(row: TickRow): void {
    this.#lastIssued.publishBy(row);
  }

  scorecard(nowS: number, windowDays = SCORECARD_DAYS): ScorecardRow[] {
    return this.verification.scorecard(nowS, windowDays, this.headKeys);
  }

  /** Settles what is due and saves the day buckets that changed. Scoring happens with every tick; this only brings it up to date. */
  verify(nowS: number): VerifyResult {
    return this.#waiting.verify(Math.min(nowS, this.newestS ?? nowS));
  }

  /** Scores of an imported past have come into the store. */
  scoresAgain(): Steps<void> {
    return this.#waiting.scoresAgain();
  }

  /** The monitor has found that errors of this target are no longer what they were. */
  inflate(target: Target): void {
    for (const head of this.#known.heads.of(target)) head.learner.inflate();
  }

  /** An open window: until then nothing is scored or learned; issuing goes on. */
  pause(untilS: number): void {
    this.#waiting.pausedUntilS = untilS;
  }

  /** The running means that these rows make, oldest first. */
  *runningOver(rows: Iterable<TickRow>): Steps<RunningMeans> {
    const running = new RunningMeans(this.settings.stepS);
    for (const row of rows) {
      running.observe(row, this.#sun.at(row.tS));
      yield;
    }
    return running;
  }

  /**
   * Rows of the past have another time. `rows` are the ticks of the last `TICKS_HELD_S` as they are now: what looks back is made from
   * them anew, and what waits is read again. Everything else is learned anew from the record.
   */
  *timeMoved(rows: readonly TickRow[], running: RunningMeans): Steps<void> {
    this.#lastIssued.forget();
    this.#known.net.diary.forgetAfter(rows.at(-1)?.tS ?? 0);
    this.#known.running = running;
    this.releveling.lookBack(rows, []);
    for (const target of TARGETS) this.#known.chances.forget(target);
    yield;
    yield* this.#waiting.reading();
  }

  /** All but the heads. */
  smallComponents(): Iterable<Remembered> {
    return this.#known.small();
  }

  /** Saved heads, one at a time: each is 140 kB of text and independent of the others. */
  headComponents(): Iterable<Remembered> {
    return this.#known.big();
  }

  /**
   * Restores what was learned (see `Knowledge`), pending forecasts and scores, a component at a time: the heads are 2.5 to 5 MB of text, and a
   * station that opens answers meanwhile.
   */
  *restoring(load: Load): Steps<void> {
    yield* this.#known.restoring(load, this.ports.report ?? (() => {}));
    yield* this.#waiting.restoring();
  }

  #isNext(row: TickRow): boolean {
    return row.tS % this.settings.stepS === 0 && row.tS > (this.newestS ?? Number.NEGATIVE_INFINITY);
  }

  #absorb(row: TickRow): Scored {
    this.#known.history.push(row);
    this.#known.net.diary.enter(row);
    this.#known.running.observe(row, this.#sun.at(row.tS));
    this.publishBy(row);
    const scored = this.#waiting.scoreUntil(row.tS);
    this.#known.chances.judge(row.tS, this.#known.history, this.#waiting.pausedUntilS);
    this.#known.climate.absorb(row);
    // A silence teaches nothing that would have to be worked in.
    if (scored.matured.length > 0) this.#known.heads.consolidateOne(row.tS);
    return scored;
  }

  #issue(row: TickRow, gridS: number): HeadForecast[] {
    const past = { history: this.#known.history, running: this.#known.running, climatology: this.climatology };
    return this.#issuer.issue(row, gridS, past, this.#known.heads, this.#known.net);
  }
}
