import type { ForecastBundle, Outlook as OutlookBundle, ScorecardRow, VerifyResult } from '../../contract/forecast.ts';
import type { Report } from '../report.ts';
import type { Target } from '../signals.ts';
import type { TickRow } from '../tick.ts';
import { bundleOf, type Said } from './bundle.ts';
import { CLIMATE_SERIES, type ClimateValues, Climatology, Moment } from './climate/climatology.ts';
import { dayOffsetS } from './climate/harmonics.ts';
import { HourlyMeans, type HourlyState, type HourMean } from './climate/hourly.ts';
import { Outlook, type OutlookState } from './climate/outlook.ts';
import { type HeadKey, headName } from './grid.ts';
import type { Head, Matured } from './heads/head.ts';
import { Heads, type SavedHead } from './heads/heads.ts';
import { type HistoryState, TickHistory } from './heads/history.ts';
import { PAYLOAD_LENGTH } from './heads/payload.ts';
import { RunningMeans, type RunningState } from './heads/running.ts';
import { SunTrack } from './heads/sun-track.ts';
import { forgetfulStore, PendingQueue, type PendingRow, type PendingStore } from './pending.ts';
import type { ForecastSettings } from './settings.ts';
import { Speaker } from './speaker.ts';
import { type ScoreStore, Verification } from './verification.ts';

export const STATE_VERSION = 1;
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

/** A component's learned state, as it is saved: one row each. */
export interface SavedComponent {
  name: string;
  version: number;
  state: unknown;
}

interface RecentState {
  history: HistoryState;
  running: RunningState;
  hourly: HourlyState;
  epochs: Record<Target, number>;
}

/**
 * The forecast room. A tick is always worked off in the same order: the new row, then the forecasts whose time has come (scored,
 * then learned from), then climatology, then new forecasts. Scoring precedes learning and learning precedes issuing, so nothing
 * can know what it is about to be asked.
 */
export class ForecastEngine {
  readonly #heads: Heads;
  readonly #speaker: Speaker;
  readonly #sun: SunTrack;
  readonly #offsetS: number;
  readonly #queue = new PendingQueue();
  readonly #pendingStore: PendingStore;
  readonly #report: Report;
  #history: TickHistory;
  #running: RunningMeans;
  #hourly = new HourlyMeans();
  #climatology = new Climatology();
  #outlook: Outlook;
  #verification = new Verification();
  #epochs: Record<Target, number> = { temperature: 0, humidity: 0, pressure: 0 };
  #pausedUntilS = Number.NEGATIVE_INFINITY;
  #said: Said[] = [];
  #seaLevelRatio = 1;

  constructor(
    readonly settings: ForecastSettings,
    private readonly ports: ForecastPorts = {},
  ) {
    this.#pendingStore = ports.pending ?? forgetfulStore;
    this.#report = ports.report ?? (() => {});
    this.#heads = new Heads(settings.stepS);
    this.#sun = new SunTrack(settings, settings.stepS);
    this.#offsetS = dayOffsetS(settings.longitude, settings.standardOffsetS);
    this.#speaker = new Speaker(settings.stepS, this.#sun, this.#offsetS);
    this.#history = new TickHistory(settings.stepS);
    this.#running = new RunningMeans(settings.stepS);
    this.#outlook = new Outlook(this.#offsetS);
  }

  get climatology(): Climatology {
    return this.#climatology;
  }

  get verification(): Verification {
    return this.#verification;
  }

  get pendingCount(): number {
    return this.#queue.size;
  }

  /** Time of the newest tick. */
  get newestS(): number | null {
    return this.#history.newestS;
  }

  get headKeys(): readonly HeadKey[] {
    return this.#heads.keys;
  }

  head(target: Target, horizonS: number): Head {
    return this.#heads.get(target, horizonS);
  }

  /** What is usual now, per series, at station level. */
  usual(tS: number): ClimateValues {
    return this.#climatology.at(new Moment(tS, this.#offsetS));
  }

  /** One row of the grid. Rows that are not newer than the last one (a clock set back) are left aside. */
  tick(row: TickRow): TickOutcome {
    const nothing = { matured: [], issued: [], expired: 0 };
    if (!this.#isNext(row)) return nothing;
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
    for (const row of rows) if (this.#isNext(row)) this.#absorb(row);
    if (this.newestS !== null) this.#pendingStore.commit(this.newestS, []);
  }

  /** An hour of the distant past, for climatology alone: its short differences are gone, its level is not. In order of time. */
  learnHour(mean: HourMean): void {
    const moment = new Moment(mean.tS, this.#offsetS);
    const anomalies: ClimateValues = { temperature: null, humidity: null, pressure: null, dew_point: null };
    for (const name of CLIMATE_SERIES) {
      const value = mean.values[name];
      if (value !== null) anomalies[name] = this.#climatology.series[name].learn(moment, value);
    }
    this.#outlook.learnHour(mean.tS, anomalies, mean.values, this.#climatology);
  }

  /** Forecasts from this very moment, on or off the grid. They are shown, but neither scored nor learned from. */
  refresh(row: TickRow): ForecastBundle {
    this.#publish(this.#speak(row, Math.floor(row.tS / this.settings.stepS) * this.settings.stepS), row.tS);
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

  /** The newest forecasts. */
  bundle(): ForecastBundle {
    return bundleOf(this.#said);
  }

  outlook(nowS: number): OutlookBundle {
    return this.#outlook.bundle(nowS, this.#seaLevelRatio, this.#climatology, this.settings.timezone);
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

  /** A calibration is not weather: values move, what was learned about changes stays, and forecasts from the old scale are void. */
  shift(target: Target, delta: number): void {
    this.#history.shift(target, delta);
    this.#running.shift(target, delta);
    this.#hourly.shift(target, delta);
    this.#climatology.series[target].shift(delta);
    this.#outlook.shift(target, delta);
    this.#epochs[target] += 1;
    this.#queue.forget(target);
    this.#pendingStore.forget(target);
    for (const head of this.#heads.of(target)) head.forgetLastError();
  }

  /** The monitor has found that errors of this target are no longer what they were. */
  inflate(target: Target): void {
    for (const head of this.#heads.of(target)) head.inflate();
  }

  /** An open window: until then nothing is scored or learned; issuing goes on. */
  pause(untilS: number): void {
    this.#pausedUntilS = untilS;
  }

  /** Puts what another engine has learned from history in the place of our own. Pending rows, recent ticks and scores stay. */
  adopt(trained: ForecastEngine): void {
    this.#heads.adopt(trained.#heads);
    if (trained.#climatology.historyDays < this.#climatology.historyDays) return; // ours has seen more
    this.#climatology = trained.#climatology;
    this.#outlook = trained.#outlook;
  }

  components(): SavedComponent[] {
    const recent: RecentState = {
      history: this.#history.toJSON(),
      running: this.#running.toJSON(),
      hourly: this.#hourly.toJSON(),
      epochs: { ...this.#epochs },
    };
    const heads = this.headKeys.map((key) => ({
      name: `forecast.head.${headName(key.target, key.horizonS)}`,
      version: STATE_VERSION,
      state: this.#heads.save(key),
    }));
    return [
      { name: 'forecast.recent', version: STATE_VERSION, state: recent },
      { name: 'forecast.climatology', version: STATE_VERSION, state: this.#climatology.toJSON() },
      { name: 'forecast.outlook', version: STATE_VERSION, state: this.#outlook.toJSON() },
      ...heads,
    ];
  }

  /**
   * Brings back what was saved. `load` answers null for what was never saved. A component that does not fit starts from its prior,
   * with one event; the others are kept.
   */
  restore(load: (name: string, version: number) => unknown): void {
    this.#component(load, 'forecast.recent', (saved) => {
      const recent = saved as RecentState;
      const history = TickHistory.fromJSON(recent.history, this.settings.stepS);
      const running = RunningMeans.fromJSON(recent.running, this.settings.stepS);
      this.#hourly = HourlyMeans.fromJSON(recent.hourly);
      this.#history = history;
      this.#running = running;
      this.#epochs = { ...recent.epochs };
    });
    this.#component(load, 'forecast.climatology', (saved) => {
      this.#climatology = Climatology.fromJSON(saved as Parameters<typeof Climatology.fromJSON>[0]);
    });
    this.#component(load, 'forecast.outlook', (saved) => {
      this.#outlook = Outlook.fromJSON(saved as OutlookState, this.#offsetS);
    });
    for (const key of this.headKeys) {
      const name = `forecast.head.${headName(key.target, key.horizonS)}`;
      this.#component(load, name, (saved) => this.#heads.restore(key, saved as SavedHead));
    }
    for (const row of this.#pendingStore.load()) {
      if (row.payload.length === PAYLOAD_LENGTH && row.epoch === this.#epochs[row.target]) this.#queue.add(row);
    }
    if (this.ports.scores) {
      const { verification, refused } = Verification.from(this.ports.scores.since(0));
      this.#verification = verification;
      if (refused > 0) this.#report('state', 'warn', `${refused} days of scores could not be read and were left out`);
    }
  }

  #component(load: (name: string, version: number) => unknown, name: string, use: (saved: unknown) => void): void {
    const saved = load(name, STATE_VERSION);
    if (saved === null || saved === undefined) return;
    try {
      use(saved);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#report('state', 'warn', `${name} starts anew: ${why}`);
    }
  }

  #isNext(row: TickRow): boolean {
    return row.tS % this.settings.stepS === 0 && row.tS > (this.newestS ?? Number.NEGATIVE_INFINITY);
  }

  #absorb(row: TickRow): { matured: Matured[]; expired: number } {
    this.#history.push(row);
    this.#running.observe(row, this.#sun.at(row.tS));
    this.#seaLevelRatio = row.seaLevelRatio;
    const settled = this.#settle(row.tS);
    for (const hour of this.#hourly.add(row)) this.learnHour(hour);
    // A silence teaches nothing that would have to be worked in.
    if (settled.matured.length > 0) this.#heads.consolidateOne(row.tS);
    return settled;
  }

  #settle(untilS: number): { matured: Matured[]; expired: number } {
    const matured: Matured[] = [];
    let expired = 0;
    for (const row of this.#queue.takeDue(untilS)) {
      const truth = this.#history.at(row.target, row.dueS);
      const lost = truth === null || row.dueS < this.#pausedUntilS || row.epoch !== this.#epochs[row.target];
      const head = this.#heads.find(row.target, row.horizonS);
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
    const past = { history: this.#history, running: this.#running, climatology: this.#climatology };
    return this.#speaker.speak(row, gridS, past, this.#heads);
  }

  #pendingRow({ target, horizonS, tS, issue, phi, psi, ratio }: Said): PendingRow {
    return this.head(target, horizonS).pending(issue, phi, psi, tS, this.#epochs[target], ratio);
  }
}
