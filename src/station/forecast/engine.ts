import type { ForecastBundle, Outlook as OutlookBundle, ScorecardRow, VerifyResult } from '../../contract/forecast.ts';
import { sentence } from '../../words/sentence.ts';
import type { SmallNetState } from '../algebra/small-net.ts';
import type { Report } from '../report.ts';
import type { Target } from '../signals.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { TickRow } from '../tick.ts';
import { bundleOf, pathsOf, type Said } from './bundle.ts';
import { Climate, type ClimateState } from './climate/climate.ts';
import type { ClimateValues, Climatology } from './climate/climatology.ts';
import { dayOffsetS } from './climate/harmonics.ts';
import type { HourMean } from './climate/hourly.ts';
import type { HeadKey } from './grid.ts';
import type { Diary } from './heads/diary.ts';
import type { Head, Matured } from './heads/head.ts';
import type { GrownTrees, SavedHead, TreesToGrow } from './heads/heads.ts';
import { NetExpert, type NetToTrain } from './heads/net-expert.ts';
import { inPresentForm } from './heads/payload.ts';
import type { DayMeans } from './heads/running.ts';
import { SunTrack } from './heads/sun-track.ts';
import type { Paths } from './interval/paths.ts';
import { seasonality } from './interval/width-inputs.ts';
import { Knowledge, type Load, type SavedComponent } from './knowledge.ts';
import { forgetfulStore, PendingQueue, type PendingRow, type PendingStore } from './pending.ts';
import type { ForecastSettings } from './settings.ts';
import { Speaker } from './speaker.ts';
import { type ScoreStore, Verification } from './verification.ts';

const SCORECARD_DAYS = 30;

export interface ForecastPorts {
  pending?: PendingStore;
  scores?: ScoreStore;
  report?: Report;
}

export interface TickOutcome {
  /** Scored before anything was learned from them. */
  matured: Matured[];
  /** Waiting for their time from now on. */
  issued: PendingRow[];
  /** Rows whose truth never came. */
  expired: number;
}

/**
 * The forecast room. A tick is always worked off in the same order: the new row, then the forecasts whose time has come (scored,
 * then learned from), then climatology, then new forecasts. Scoring precedes learning and learning precedes issuing, so nothing
 * can know what it is about to be asked.
 */
export class ForecastEngine {
  readonly #known: Knowledge;
  readonly #dayOffsetS: number;
  readonly #speaker: Speaker;
  readonly #sun: SunTrack;
  #queue: PendingQueue;
  readonly #pendingStore: PendingStore;
  readonly #report: Report;
  #verification = new Verification();
  #pausedUntilS = Number.NEGATIVE_INFINITY;
  #said: Said[] = [];
  /** What a net was last asked to be learned from: an earlier time may have been brought back meanwhile. */
  #askedDiary: Diary | null = null;
  #seaLevelRatio = 1;

  constructor(
    readonly settings: ForecastSettings,
    private readonly ports: ForecastPorts = {},
  ) {
    this.#pendingStore = ports.pending ?? forgetfulStore;
    this.#report = ports.report ?? (() => {});
    this.#sun = new SunTrack(settings, settings.stepS);
    this.#dayOffsetS = dayOffsetS(settings.longitude, settings.standardOffsetS);
    this.#speaker = new Speaker(settings.stepS, this.#sun, this.#dayOffsetS);
    const { stepS, latitude, typical } = settings;
    this.#queue = new PendingQueue(stepS);
    const net = new NetExpert(settings, this.#sun, this.#dayOffsetS);
    this.#known = new Knowledge(stepS, this.#dayOffsetS, seasonality(latitude), net, typical);
  }

  get climatology(): Climatology {
    return this.#known.climate.climatology;
  }

  get verification(): Verification {
    return this.#verification;
  }

  get pendingCount(): number {
    return this.#queue.size;
  }

  /** Time of the newest tick. */
  get newestS(): number | null {
    return this.#known.history.newestS;
  }

  get headKeys(): readonly HeadKey[] {
    return this.#known.heads.keys;
  }

  /** Of a station that has lived, some heads came back with nothing: other features, another version, a damaged row. */
  get hasLostHeads(): boolean {
    return this.newestS !== null && this.#known.fresh.size > 0;
  }

  head(target: Target, horizonS: number): Head {
    return this.#known.heads.get(target, horizonS);
  }

  /** What is usual now, per series, at station level. */
  usual(tS: number): ClimateValues {
    return this.#known.climate.usual(tS);
  }

  /** One row of the grid. Rows that are not newer than the last one (a clock set back) are left aside. */
  tick(measured: TickRow): TickOutcome {
    const nothing = { matured: [], issued: [], expired: 0 };
    if (!this.#isNext(measured)) return nothing;
    const row = this.#known.guard.examine(measured);
    const { matured, expired } = this.#absorb(row);
    const said = this.#speak(row, row.tS);
    this.#publish(said, row.tS);
    const issued = said.map((one) => this.#pendingRow(one));
    for (const pending of issued) this.#queue.add(pending);
    this.#pendingStore.commit(row.tS, issued);
    return { matured, issued, expired };
  }

  /** Rows that were stored while nobody was listening (a crash before the state was saved): learned from, but nothing is issued. */
  catchUp(rows: Iterable<TickRow>): void {
    atOnce(this.catchingUp(rows));
  }

  /** The same a row at a time: a station that opens answers meanwhile. */
  *catchingUp(rows: Iterable<TickRow>): Steps<void> {
    for (const row of rows) {
      if (this.#isNext(row)) this.#absorb(this.#known.guard.examine(row));
      yield;
    }
    if (this.newestS !== null) this.#pendingStore.commit(this.newestS, []);
  }

  /** Before the newest tick: where the diary of the net, which is saved more seldom than the rest, may lack what is stored. */
  undiarised(untilS: number): ReturnType<Diary['untold']> {
    return this.#known.net.diary.untold(untilS);
  }

  /** Such rows, for the diary alone. */
  *recalling(rows: Iterable<TickRow>): Steps<void> {
    const guard = this.#known.guard.anew();
    for (const row of rows) {
      this.#known.net.diary.enter(guard.examine(row));
      yield;
    }
  }

  /** An hour of the distant past, for climatology alone. */
  learnHour(mean: HourMean): void {
    this.#known.climate.learnHour(mean);
  }

  /** Forecasts from this very moment, on or off the grid. They are shown, but neither scored nor learned from. */
  refresh(row: TickRow): ForecastBundle {
    const gridS = Math.floor(row.tS / this.settings.stepS) * this.settings.stepS;
    this.#publish(this.#speak(this.#known.believed(row), gridS), row.tS);
    return this.bundle();
  }

  /** Where nothing can be said now, what was said last is kept with its age, as long as it speaks of a time to come. */
  #publish(said: readonly Said[], nowS: number): void {
    const heard = new Set(said.map(({ target }) => target));
    const kept = this.#said.filter((old) => !heard.has(old.target) && old.tS + old.horizonS > nowS);
    this.#said = [...said, ...kept];
  }

  /** What one head said last; null before it spoke. */
  newest(target: Target, horizonS: number): Said | null {
    return this.#said.find((said) => said.target === target && said.horizonS === horizonS) ?? null;
  }

  /** The possible courses of one target as they were foretold last; null before anything was. */
  paths(target: Target): Paths | null {
    return pathsOf(this.#said, target, this.settings.stepS, (tS) => this.usual(tS)[target]);
  }

  /** The newest forecasts. */
  bundle(): ForecastBundle {
    return bundleOf(this.#said);
  }

  outlook(nowS: number): OutlookBundle {
    return this.#known.climate.bundle(nowS, this.#seaLevelRatio, this.settings.timezone);
  }

  /** By which pressure is published between ticks: p_sea-level / p_station of the newest row that knew one. */
  get seaLevelRatio(): number {
    return this.#seaLevelRatio;
  }

  publishBy({ stationHpa, seaLevelRatio }: TickRow): void {
    if (stationHpa !== null) this.#seaLevelRatio = seaLevelRatio;
  }

  scorecard(nowS: number, windowDays = SCORECARD_DAYS): ScorecardRow[] {
    return this.#verification.scorecard(nowS, windowDays, this.headKeys);
  }

  /** Settles what is due and saves the day buckets that changed. Scoring happens with every tick; this only brings it up to date. */
  verify(nowS: number): VerifyResult {
    const { matured } = this.#settle(Math.min(nowS, this.newestS ?? nowS));
    const changed = this.#verification.takeChanged();
    this.ports.scores?.save(changed);
    this.ports.scores?.prune(this.#verification.prune());
    return { scored: matured.length, buckets: this.#verification.buckets };
  }

  /**
   * The scale is another one. `rows` are the ticks of the last `TICKS_HELD_S` as they are on it, oldest first: what looks back is made
   * from them anew. Forecasts of a signal that moved are void; what was learned about changes stays.
   */
  relevel(rows: readonly TickRow[], moved: readonly Target[]): void {
    this.#known.lookBackOn(rows);
    this.#known.net.diary.relevel(rows);
    for (const row of rows) this.publishBy(row);
    for (const target of moved) {
      this.#known.epochs[target] += 1;
      this.#queue.forget(target);
      this.#pendingStore.forget(target);
      for (const head of this.#known.heads.of(target)) head.forgetLastError();
    }
  }

  /** Climatology, outlook and day means until they are learned anew: see `Climate.move`. */
  moveUsual(by: ClimateValues): void {
    this.#known.climate.move(by);
    this.#known.running.move(by);
  }

  /** The day means as they are on another scale, from all the ticks that still weigh in them. */
  relevelDayMeans(rows: Iterable<TickRow>): void {
    this.#known.running.relevel(rows);
  }

  /** The day means as the past has them, and the rows that came since. */
  adoptDayMeans(dayMean: DayMeans, since: Iterable<TickRow>): void {
    this.#known.running.adopt(dayMean, since);
  }

  /** To be adopted in another turn: this takes milliseconds, and adopting it does not. */
  reviveClimate(saved: ClimateState): Climate {
    return Climate.fromJSON(saved, this.#dayOffsetS);
  }

  /** Climatology and outlook as they were learned from the past, and the rows that came since; `learned` hears each of them. */
  adoptClimate(climate: Climate, since: Iterable<TickRow>, learned: (row: TickRow) => void = () => {}): void {
    this.#known.climate = climate;
    for (const row of since) {
      climate.absorb(row);
      learned(row);
    }
  }

  /** The hours of the net as they are stored, on the scale in force. */
  adoptDiary(diary: Diary): void {
    this.#known.net.diary.adopt(diary);
  }

  climateState(): ClimateState {
    return this.#known.climate.toJSON();
  }

  /** Puts what was learned from history in the place of one head of our own. Pending rows and scores stay. */
  adoptHead(key: HeadKey, saved: SavedHead): void {
    const former = this.head(key.target, key.horizonS);
    this.#known.heads.restore(key, saved);
    this.head(key.target, key.horizonS).inherit(former);
    this.#known.fresh.clear();
  }

  savedHead(key: HeadKey): SavedHead {
    return this.#known.heads.save(key);
  }

  /** Where trees are due, and have been for so many days, and what to grow them from: not between samples, see `growTrees`. */
  treesDue(forDays = 0): TreesToGrow[] {
    return this.#known.heads.treesDue(forDays);
  }

  adoptTrees(grown: GrownTrees): void {
    this.#known.heads.adoptTrees(grown);
  }

  /** The same of the net. */
  netDue(forDays = 0): NetToTrain | null {
    const due = this.#known.net.toTrain(forDays);
    this.#askedDiary = due && this.#known.net.diary;
    return due;
  }

  adoptNet(net: SmallNetState): void {
    if (this.#known.net.diary === this.#askedDiary) this.#known.net.adopt(net);
  }

  /** The monitor has found that errors of this target are no longer what they were. */
  inflate(target: Target): void {
    for (const head of this.#known.heads.of(target)) head.inflate();
  }

  /** An open window: until then nothing is scored or learned; issuing goes on. */
  pause(untilS: number): void {
    this.#pausedUntilS = untilS;
  }

  /** Another one, as this one would be at a start: with what is saved and pending. */
  *asSaved(load: Load): Steps<ForecastEngine> {
    const saved = new ForecastEngine(this.settings, this.ports);
    saved.#pausedUntilS = this.#pausedUntilS;
    yield;
    yield* saved.restoring(load);
    return saved;
  }

  /** Takes the place of what it knew, after the rows of some time were moved to another. The other one is not used any more. */
  takeOver(other: ForecastEngine): void {
    this.#known.takeOver(other.#known);
    this.#queue = other.#queue;
    this.#verification = other.#verification;
    this.#said = [];
  }

  components(): SavedComponent[] {
    return [...this.smallComponents(), ...this.headComponents()];
  }

  /** All but the heads. */
  smallComponents(): Iterable<SavedComponent> {
    return this.#known.small();
  }

  /** One after another: each is 140 kB of text, and holds nothing of the others. */
  headComponents(): Iterable<SavedComponent> {
    return this.#known.big();
  }

  /** What was learned (see `Knowledge`), what waits for its truth, and the scores. */
  restore(load: Load): void {
    atOnce(this.restoring(load));
  }

  /** The same a component at a time: the heads are 2.5 to 5 MB of text, and a station that opens answers meanwhile. */
  *restoring(load: Load): Steps<void> {
    yield* this.#known.restoring(load, this.#report);
    const waiting = this.#pendingStore.load();
    yield;
    for (const row of waiting) {
      const payload = inPresentForm(row.payload, row.forecast);
      if (payload && row.epoch === this.#known.epochs[row.target]) this.#queue.add({ ...row, payload });
    }
    yield;
    if (!this.ports.scores) return;
    const { verification, refused } = yield* Verification.reading(this.ports.scores.since(0));
    this.#verification = verification;
    if (refused > 0) this.#report('state', 'warn', sentence('station.scores-unread', { days: refused }));
  }

  #isNext(row: TickRow): boolean {
    return row.tS % this.settings.stepS === 0 && row.tS > (this.newestS ?? Number.NEGATIVE_INFINITY);
  }

  #absorb(row: TickRow): { matured: Matured[]; expired: number } {
    this.#known.history.push(row);
    this.#known.net.diary.enter(row);
    this.#known.running.observe(row, this.#sun.at(row.tS));
    this.publishBy(row);
    const settled = this.#settle(row.tS);
    this.#known.climate.absorb(row);
    // A silence teaches nothing that would have to be worked in.
    if (settled.matured.length > 0) this.#known.heads.consolidateOne(row.tS);
    return settled;
  }

  #settle(untilS: number): { matured: Matured[]; expired: number } {
    const matured: Matured[] = [];
    let expired = 0;
    for (const row of this.#queue.takeDue(untilS)) {
      const truth = this.#known.history.at(row.target, row.dueS);
      const lost = truth === null || row.dueS < this.#pausedUntilS || row.epoch !== this.#known.epochs[row.target];
      const head = this.#known.heads.find(row.target, row.horizonS);
      if (lost || !head) {
        expired += 1;
        continue;
      }
      const result = head.settle(row, truth);
      this.#verification.add(result);
      matured.push(result);
    }
    return { matured, expired };
  }

  #speak(row: TickRow, gridS: number): Said[] {
    const past = { history: this.#known.history, running: this.#known.running, climatology: this.climatology };
    return this.#speaker.speak(row, gridS, past, this.#known.heads, this.#known.net);
  }

  #pendingRow({ target, horizonS, tS, issue, phi, psi, ratio }: Said): PendingRow {
    return this.head(target, horizonS).pending(issue, phi, psi, tS, this.#known.epochs[target], ratio);
  }
}
