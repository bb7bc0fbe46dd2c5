import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Zone } from '../../base/zone.ts';
import type { ForecastBundle, VerifyResult } from '../../contract/forecast.ts';
import type { Target } from '../../contract/names.ts';
import { QUANTITIES } from '../../quantities/table.ts';
import { tickRow } from '../air/scale/levels.ts';
import { ForecastInternals } from '../forecast/diagnostics.ts';
import { ForecastEngine, type TickOutcome } from '../forecast/engine.ts';
import { FEWEST_ROWS } from '../forecast/head-training.ts';
import { TICKS_HELD_S } from '../forecast/learners/history.ts';
import type { PendingStore } from '../forecast/pending.ts';
import type { ForecastSettings } from '../forecast/settings.ts';
import type { ScoreStore } from '../forecast/verification.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Store } from '../store/store.ts';
import { type RawTick, TICK_S, type TickRow } from '../tick.ts';
import type { Shared } from './shared.ts';

const JANUARY_S = 15 * DAY_S;
const JULY_S = 195 * DAY_S;
const YEAR_S = 365.2425 * DAY_S;
/** History that the features need: their longest mean forgets over 12 hours, and older values weigh less than 1e-9. */
export const LOOK_BACK_S = 11 * DAY_S;
const TICKS_A_DAY = DAY_S / TICK_S;
/** Interval of forecasts kept for review: one of twelve. */
const KEPT_EVERY_S = HOUR_S;
/** Age up to which the short climatology, which forgets over 25 days, stands for the season. */
const SEASON_S = 45 * DAY_S;
const NORMAL_90 = 1.645;
/** Series of the history that are forecast where a sensor outdoors is the truth. */
const OUTDOORS = { temperature: QUANTITIES.outdoorTemperatureC.chart, humidity: QUANTITIES.outdoorHumidityPct.chart };

export type ForecastsParts = Pick<Shared, 'config' | 'clock' | 'store' | 'zone' | 'scaling' | 'nowS' | 'report'>;

/** Standard time is the lesser of winter's and summer's offsets, on either hemisphere. */
export function standardOffsetS(zone: Zone, nowS: number): number {
  const yearS = Math.floor(nowS / YEAR_S) * YEAR_S;
  return Math.min(zone.offsetS(yearS + JANUARY_S), zone.offsetS(yearS + JULY_S));
}

export const forecastSettings = ({
  config,
  zone,
  clock,
}: Pick<ForecastsParts, 'config' | 'zone' | 'clock'>): ForecastSettings => ({
  stepS: TICK_S,
  latitude: config.site.latitude,
  longitude: config.site.longitude,
  standardOffsetS: standardOffsetS(zone, clock.nowS()),
  timezone: zone.name,
});

/** Pending forecasts and scores wait for a full disk until it has room again: the engine goes on meanwhile. */
const forgiving = (store: Store): { pending: PendingStore; scores: ScoreStore } => ({
  pending: {
    load: () => store.pending.load(),
    commit: (settledUntilS, issued) => {
      const rows = issued.map((row) => ({ ...row, payload: row.payload.slice() }));
      store.owe(() => store.pending.commit(settledUntilS, rows));
    },
    forget: (target) => store.owe(() => store.pending.forget(target)),
  },
  scores: {
    since: (day) => store.scores.since(day),
    save: (buckets) => store.owe(() => store.scores.save(buckets)),
    forget: (target) => store.owe(() => store.scores.forget(target)),
    prune: (beforeDay) => void store.attempt(() => store.scores.prune(beforeDay)),
  },
});

/** Forecasts of a running station: restores the engine, catches up with stored rows, and answers for the forecasts. */
export class Forecasts {
  readonly engine: ForecastEngine;
  readonly internals: ForecastInternals;

  constructor(
    private readonly parts: ForecastsParts,
    private readonly memory: Memory,
  ) {
    const { store, report } = parts;
    this.engine = new ForecastEngine(forecastSettings(parts), { ...forgiving(store), report });
    this.internals = new ForecastInternals(this.engine);
  }

  /** Restores learned state, before any other call. */
  *recall(): Steps<void> {
    yield* this.engine.restoring((name, version) => this.memory.load(name, version));
    yield* this.internals.warmUp();
  }

  /** Catches up with what was stored meanwhile. True when a first training is due: there is a history, and a head that has not learned from it. */
  *catchUp(): Steps<boolean> {
    const { ticks } = this.parts.store;
    const newest = ticks.latest(1)[0];
    const isNew = newest !== undefined && this.engine.newestS === null;
    const hasLost = this.engine.hasLostHeads;
    if ((this.engine.newestS ?? 0) > (newest?.tS ?? 0)) yield* this.timeMoved();
    if (newest) yield* this.#catchUpTo(newest.tS);
    for (const raw of ticks.latest(TICKS_A_DAY)) this.engine.publishBy(this.#level(raw));
    this.reissue();
    if (hasLost) return ticks.latest(FEWEST_ROWS).length >= FEWEST_ROWS;
    return isNew;
  }

  /** The past has another time; also for a start that finds more learned than is stored. */
  *timeMoved(): Steps<void> {
    const { scaling, store } = this.parts;
    for (;;) {
      const { epoch } = scaling;
      const newestS = store.ticks.latest(1)[0]?.tS ?? 0;
      const running = yield* this.engine.runningOver(this.#stored(newestS - LOOK_BACK_S, newestS));
      if (scaling.epoch !== epoch) continue; // somebody calibrated meanwhile
      const held = [...this.#stored(newestS - TICKS_HELD_S, newestS)];
      yield* this.engine.timeMoved(held, running);
      this.reissue();
      return;
    }
  }

  /** By the record and not by the clock, which may be anywhere at a start. */
  *#catchUpTo(untilS: number): Steps<void> {
    const { engine } = this;
    const fromS = engine.newestS ?? untilS - LOOK_BACK_S;
    for (const missingHours of engine.adopting.missingHours(Math.min(fromS, untilS))) {
      yield* engine.adopting.fillDiary(this.#stored(missingHours.afterS, missingHours.untilS));
    }
    yield* engine.catchingUp(this.#stored(fromS, untilS));
  }

  *#stored(afterS: number, untilS: number): Generator<TickRow> {
    for (const page of this.parts.store.ticks.pages(afterS, untilS)) {
      for (const raw of page) yield this.#level(raw);
    }
  }

  /** Issues a new forecast from what was just learned. */
  reissue(): void {
    const { store, nowS } = this.parts;
    const newest = store.ticks.latest(1)[0];
    if (newest && nowS() - newest.tS < 2 * TICK_S) this.engine.refresh(this.#level(newest));
  }

  /** Targets are another series: nothing that was learned, said or scored of them holds. */
  beginAnew(targets: readonly Target[]): void {
    if (targets.length === 0) return;
    this.engine.releveling.beginAnew(targets);
    this.parts.store.owe(() => this.parts.store.issued.forget(targets));
  }

  /** Moves to another scale: lags are derived again, forecasts of moved targets are dropped, and new ones are issued. */
  relevel(rows: readonly TickRow[], moved: readonly Target[]): void {
    this.engine.releveling.lookBack(rows, moved);
    this.reissue();
  }

  #level(raw: RawTick): TickRow {
    return tickRow(raw, this.parts.scaling.scale);
  }

  tick(row: TickRow): TickOutcome {
    const outcome = this.engine.tick(row);
    const { store } = this.parts;
    const said = this.engine.bundle();
    if (row.tS % KEPT_EVERY_S === 0) store.owe(() => store.issued.keep(said));
    return outcome;
  }

  /** Forecast bundle: from a row of this very moment if one is given or nothing was issued yet; otherwise as of the last five minutes. */
  bundle(now: TickRow | null, refresh: boolean): ForecastBundle {
    const bundle = this.engine.bundle();
    const said = now && (refresh || bundle.warming_up) ? this.engine.refresh(now) : bundle;
    return this.parts.scaling.scale.air === null ? said : { ...said, series: OUTDOORS };
  }

  /**
   * The usual temperature from one midnight to the next. Until climatology has a year's wave it knows the season of the last weeks
   * only, and says nothing of other months. Days of the history are the board's: beside another sensor's usual they would compare a room
   * with the weather.
   */
  usualDay(startS: number, endS: number): { mu_min: number; mu_max: number; lo: number; hi: number } | null {
    if (this.parts.scaling.scale.air !== null) return null;
    const { annual, residualStd } = this.engine.climatology.series.temperature;
    if (residualStd === null || (!annual && Math.abs(this.parts.nowS() - startS) > SEASON_S)) return null;
    const course: number[] = [];
    for (let tS = startS; tS < endS; tS += HOUR_S) course.push(this.engine.usual(tS).temperature ?? Number.NaN);
    const [least, most] = [Math.min(...course), Math.max(...course)];
    if (Number.isNaN(least)) return null;
    return { mu_min: least, mu_max: most, lo: least - NORMAL_90 * residualStd, hi: most + NORMAL_90 * residualStd };
  }

  /** Not while rows move: scores of the wrong time would be stored where they have just been dropped. */
  verify(): VerifyResult {
    if (this.parts.scaling.isMoving) return { scored: 0, buckets: this.engine.verification.buckets };
    return this.engine.verify(this.parts.nowS());
  }

  /** All but the heads. */
  remembered(): Iterable<Remembered> {
    return this.engine.smallComponents();
  }
}
