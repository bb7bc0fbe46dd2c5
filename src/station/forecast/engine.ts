import type { ForecastBundle, Outlook as OutlookBundle, ScorecardRow, VerifyResult } from '../../contract/forecast.ts';
import type { Report } from '../event-report.ts';
import { bundleOf, type Said } from './bundle.ts';
import { CLIMATE_SERIES, type ClimateValues, Climatology, Moment } from './climatology.ts';
import {
  anchorOf,
  type HeadView,
  headFeatures,
  type Scene,
  sharedFeatures,
  targetFeatures,
  volatilityInputs,
} from './features.ts';
import { type HeadKey, headName, headsOn } from './grid.ts';
import { dayOffsetS } from './harmonics.ts';
import { Head, type HeadState, type Matured, PAYLOAD_LENGTH } from './head.ts';
import { type HistoryState, TickHistory } from './history.ts';
import { HourlyMeans, type HourlyState, type HourMean } from './hourly.ts';
import { Outlook, type OutlookState } from './outlook.ts';
import { forgetfulStore, PendingQueue, type PendingRow, type PendingStore } from './pending.ts';
import { RunningMeans, type RunningState } from './running.ts';
import { FEATURES_HASH, type ForecastSettings } from './settings.ts';
import { SunTrack } from './sun-track.ts';
import type { Target, TickRow } from './tick-row.ts';
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
  readonly headKeys: readonly HeadKey[];
  readonly #heads: Record<Target, Map<number, Head>> = {
    temperature: new Map(),
    humidity: new Map(),
    pressure: new Map(),
  };
  readonly #sun: SunTrack;
  readonly #offsetS: number;
  readonly #queue = new PendingQueue();
  readonly #pendingStore: PendingStore;
  readonly #report: Report;
  #history: TickHistory;
  #running = new RunningMeans();
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
    this.headKeys = headsOn(settings.stepS);
    for (const { target, horizonS } of this.headKeys) {
      this.#heads[target].set(horizonS, new Head(target, horizonS, settings.stepS));
    }
    this.#sun = new SunTrack(settings, settings.stepS);
    this.#offsetS = dayOffsetS(settings.longitude, settings.standardOffsetS);
    this.#history = new TickHistory(settings.stepS);
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

  head(target: Target, horizonS: number): Head {
    const head = this.#heads[target].get(horizonS);
    if (!head) throw new Error(`no head ${headName(target, horizonS)} on a grid of ${this.settings.stepS} s`);
    return head;
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
    this.#said = this.#speak(row, row.tS);
    const issued = this.#said.map((said) => this.#pendingRow(said));
    for (const pending of issued) this.#queue.add(pending);
    this.#pendingStore.commit(row.tS, issued);
    return { matured, issued, expired };
  }

  /** Rows that were stored while nobody was listening (a crash before the state was saved): learned from, but nothing is issued. */
  catchUp(rows: Iterable<TickRow>): void {
    for (const row of rows) {
      if (!this.#isNext(row)) continue;
      this.#absorb(row);
      this.#pendingStore.commit(row.tS, []);
    }
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
    this.#said = this.#speak(row, Math.floor(row.tS / this.settings.stepS) * this.settings.stepS);
    return this.bundle();
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
    this.ports.scores?.prune(this.#verification.prune(nowS));
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
    for (const { horizonS } of this.#keysOf(target)) this.head(target, horizonS).forgetLastError();
  }

  /** The monitor has found that errors of this target are no longer what they were. */
  inflate(target: Target): void {
    for (const { horizonS } of this.#keysOf(target)) this.head(target, horizonS).inflate();
  }

  /** An open window or a failing supply: until then nothing is scored or learned; issuing goes on. */
  pause(untilS: number): void {
    this.#pausedUntilS = Math.max(this.#pausedUntilS, untilS);
  }

  /** Puts what another engine has learned from history in the place of our own. Pending rows, recent ticks and scores stay. */
  adopt(trained: ForecastEngine): void {
    for (const { target, horizonS } of this.headKeys) this.#heads[target].set(horizonS, trained.head(target, horizonS));
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
    const heads = this.headKeys.map(({ target, horizonS }) => ({
      name: `forecast.head.${headName(target, horizonS)}`,
      version: STATE_VERSION,
      state: { features: FEATURES_HASH, stepS: this.settings.stepS, head: this.head(target, horizonS).toJSON() },
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
      this.#history = TickHistory.fromJSON(recent.history, this.settings.stepS);
      this.#running = RunningMeans.fromJSON(recent.running);
      this.#hourly = HourlyMeans.fromJSON(recent.hourly);
      this.#epochs = { ...recent.epochs };
    });
    this.#component(load, 'forecast.climatology', (saved) => {
      this.#climatology = Climatology.fromJSON(saved as Parameters<typeof Climatology.fromJSON>[0]);
    });
    this.#component(load, 'forecast.outlook', (saved) => {
      this.#outlook = Outlook.fromJSON(saved as OutlookState, this.#offsetS);
    });
    for (const { target, horizonS } of this.headKeys) {
      const name = headName(target, horizonS);
      this.#component(load, `forecast.head.${name}`, (saved) => {
        const { features, stepS, head } = saved as { features: string; stepS: number; head: HeadState };
        if (features !== FEATURES_HASH) throw new Error('it was learned on other features');
        if (stepS !== this.settings.stepS) throw new Error(`it was learned on a grid of ${stepS} s`);
        this.#heads[target].set(horizonS, Head.fromJSON(head, target, horizonS, stepS));
      });
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

  #keysOf(target: Target): HeadKey[] {
    return this.headKeys.filter((key) => key.target === target);
  }

  #absorb(row: TickRow): { matured: Matured[]; expired: number } {
    this.#history.push(row);
    this.#running.observe(row, this.#sun.at(row.tS));
    this.#seaLevelRatio = row.seaLevelRatio;
    const settled = this.#settle(row.tS);
    const hour = this.#hourly.add(row);
    if (hour) this.learnHour(hour);
    this.#consolidateOne();
    return settled;
  }

  /** Heads take turns, by the tick's number and not by memory, so that a restart changes nothing. */
  #consolidateOne(): void {
    const turn = Math.round((this.newestS ?? 0) / this.settings.stepS) % this.headKeys.length;
    const key = this.headKeys[turn];
    if (key) this.head(key.target, key.horizonS).consolidate();
  }

  #settle(untilS: number): { matured: Matured[]; expired: number } {
    const matured: Matured[] = [];
    let expired = 0;
    for (const row of this.#queue.takeDue(untilS)) {
      const truth = this.#history.at(row.target, row.dueS);
      const lost = truth === null || row.dueS < this.#pausedUntilS || row.epoch !== this.#epochs[row.target];
      const head = this.#heads[row.target].get(row.horizonS);
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
    const now = new Moment(row.tS, this.#offsetS);
    const climate = this.#climatology.at(now);
    const [, cosW = 1, sinW = 0, cos2W = 1, sin2W = 0] = now.short;
    const scene: Scene = {
      row,
      gridS,
      history: this.#history,
      running: this.#running,
      climate,
      hour: [cosW, sinW, cos2W, sin2W],
      sunNow: this.#sun.at(row.tS),
    };
    const shared = sharedFeatures(scene);
    const ofTarget = {
      temperature: targetFeatures(scene, shared, 'temperature'),
      humidity: targetFeatures(scene, shared, 'humidity'),
      pressure: targetFeatures(scene, shared, 'pressure'),
    };
    const then = this.#ahead(row.tS);
    return this.headKeys.flatMap(({ target, horizonS }) => {
      const anchor = anchorOf(target, row);
      if (anchor === null) return [];
      const head = this.head(target, horizonS);
      const ahead = then.get(horizonS)!;
      const view: HeadView = {
        target,
        horizonS,
        scale: head.scaleUnit,
        sunTarget: ahead.sun,
        sunMean: ahead.sunMean,
        climateNow: climate[target],
        climateThen: ahead.climate[target],
        lastError: head.lastErrorAt(row.tS),
      };
      const phi = headFeatures(scene, ofTarget[target], view);
      const psi = volatilityInputs(phi, head.recentVolatility, this.#running.variability, ahead.hour);
      const issue = head.issue(anchor, view.climateThen, phi, psi);
      return [{ target, horizonS, tS: row.tS, issue, phi, psi, ratio: target === 'pressure' ? row.seaLevelRatio : 1 }];
    });
  }

  #ahead(tS: number) {
    const horizons = new Set(this.headKeys.map(({ horizonS }) => horizonS));
    return new Map(
      [...horizons].map((horizonS) => {
        const moment = new Moment(tS + horizonS, this.#offsetS);
        return [
          horizonS,
          {
            climate: this.#climatology.at(moment),
            hour: [moment.short[1]!, moment.short[2]!] as const,
            sun: this.#sun.at(tS + horizonS),
            sunMean: this.#sun.mean(tS, horizonS),
          },
        ];
      }),
    );
  }

  #pendingRow({ target, horizonS, tS, issue, phi, psi, ratio }: Said): PendingRow {
    return this.head(target, horizonS).pending(issue, phi, psi, tS, this.#epochs[target], ratio);
  }
}
