import type { TrainResult } from '../../contract/forecast.ts';
import { DAY_S, HOUR_S } from '../../durations.ts';
import { sentence } from '../../words/sentence.ts';
import { tickRow } from '../air/scale/levels.ts';
import type { Scaling } from '../air/scale/scaling.ts';
import type { Refusal } from '../api.ts';
import { anotherTurn, type Clock, Slicer } from '../clock.ts';
import type { Climate } from '../forecast/climate/climate.ts';
import { type Trained, worseThan } from '../forecast/train.ts';
import type { Heavy } from '../heavy/heavy.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import { Zone } from '../zone.ts';
import type { Forecasts } from './forecasts.ts';
import type { Jobs } from './jobs.ts';

const TRAININGS_KEPT = 5;
/** One head, which takes about as long. */
const ADOPT_SLICE_MS = 1;
/** The net is taught before it; at a station that has been off through nights, at the next hour that comes. */
const MORNING_HOUR = 5;
const OVERDUE_DAYS = 2;

export interface TrainingParts {
  clock: Clock;
  store: Store;
  timeZone: string;
  jobs: Jobs;
  heavy: Heavy;
  scaling: Scaling;
  forecasts: Forecasts;
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

/** What the forecast room does not learn tick by tick: it is worked out from the stored record in another thread, and taken over here. */
export class Training {
  readonly #parts: TrainingParts;
  #log: readonly TrainResult[];
  /** What was learned in another thread was taken over so often, and begun to be. */
  #adoptions = 0;

  constructor(parts: TrainingParts, memory: Memory) {
    this.#parts = parts;
    this.#log = memory.revive(
      'trainings',
      1,
      () => [],
      (saved: TrainResult[]) => saved,
    );
  }

  /** The last ones, the newest last. */
  get log(): readonly TrainResult[] {
    return this.#log;
  }

  get adoptions(): number {
    return this.#adoptions;
  }

  get lastS(): number | null {
    const last = this.#log.findLast((training) => training.trained);
    return last?.trained ? last.ts : null;
  }

  async train(hours: number): Promise<TrainResult | Refusal> {
    const { clock, forecasts, jobs, report, save } = this.#parts;
    const nowS = this.#parts.nowS();
    const startedMs = clock.steadyMs();
    const trained = await jobs.run('train', ({ signal, progress }) => this.#trainOnOneScale(hours, signal, progress));
    if ('error' in trained) return trained;
    const why = trained.trained ? this.#worse(trained, nowS) : trained.reason;
    if (!trained.trained || why !== null) {
      const result: TrainResult = { trained: false, reason: why! };
      report('train', 'info', sentence('training.nothing', { why: why! }));
      return this.#note(result);
    }
    this.#adoptions += 1;
    await this.#adopt(trained);
    this.#adoptions += 1;
    const seconds = (clock.steadyMs() - startedMs) / 1000;
    const { grid_rows, span_days } = trained.facts;
    report('train', 'info', sentence('training.done', { rows: grid_rows, days: span_days, seconds }));
    const result = this.#note({ trained: true, ts: nowS, hours, ...trained.facts, seconds });
    const slicer = new Slicer(clock, ADOPT_SLICE_MS);
    forecasts.speakAgain();
    await slicer.breathe();
    await save();
    return result;
  }

  #trainOnOneScale(hours: number, stopping: AbortSignal, progress: (share: number) => void): Promise<Revived> {
    const { forecasts, heavy, scaling, nowS } = this.#parts;
    const { engine } = forecasts;
    return scaling.onOneScale(stopping, async (scale, signal) => {
      const order = { settings: engine.settings, scale, nowS: nowS(), hours };
      const trained = await heavy.run('train', order, { signal, progress });
      if (!trained.trained) return trained;
      await anotherTurn(); // the one that heard of the end has done enough
      const revived = { ...trained, climate: engine.adopting.reviveClimate(trained.climate) };
      await anotherTurn();
      return revived;
    });
  }

  /** Why the serving heads stay; those that lost what they knew have nothing to show for their scores. */
  #worse({ skill, examDays }: Extract<Revived, { trained: true }>, nowS: number): string | null {
    const { engine } = this.#parts.forecasts;
    return engine.hasLostHeads ? null : worseThan(engine, nowS, skill, examDays);
  }

  /** Climate at once, so that no scale can change in between; the heads hold no levels and come one after another. */
  async #adopt({ climate, heads, untilS }: Extract<Revived, { trained: true }>): Promise<void> {
    const { clock, forecasts, scaling, store } = this.#parts;
    const { engine } = forecasts;
    const slicer = new Slicer(clock, ADOPT_SLICE_MS);
    const raw = [...store.ticks.pages(untilS, engine.newestS ?? untilS)].flat();
    engine.adopting.climate(
      climate,
      raw.map((one) => tickRow(one, scaling.scale)),
    );
    for (const { key, saved } of heads) {
      await slicer.breathe();
      engine.adopting.head(key, saved);
    }
    await slicer.breathe();
  }

  /** Teaches the net in the small hours, when its diary is long enough for a first or another one. */
  async teachNet(): Promise<void> {
    const { forecasts, jobs, heavy, nowS, timeZone } = this.#parts;
    const { engine } = forecasts;
    const hour = Math.floor(((nowS() + new Zone(timeZone).offsetS(nowS())) % DAY_S) / HOUR_S);
    const forDays = hour < MORNING_HOUR ? 0 : OVERDUE_DAYS;
    const due = engine.adopting.netDue(forDays);
    if (due === null) return;
    const taught = await jobs.run('grow', (handle) => heavy.run('grow', due, handle));
    if (!('error' in taught)) engine.adopting.net(taught);
  }

  #note(result: TrainResult): TrainResult {
    this.#log = [...this.#log, result].slice(-TRAININGS_KEPT);
    return result;
  }

  *remembered(): Generator<Remembered> {
    yield { name: 'trainings', version: 1, state: this.#log };
  }
}
