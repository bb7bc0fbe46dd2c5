import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { inTurns } from '../../base/steps.ts';
import { sentence } from '../../words/sentence.ts';
import type { Refusal } from '../api.ts';
import { type TrainedHeads, worseThan } from '../forecast/head-training.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { KeptTraining } from '../worded-training.ts';
import type { Learners } from './learners.ts';
import type { Relearning, Takes } from './relearning.ts';
import type { Shared } from './shared.ts';

const TRAININGS_KEPT = 5;
/** The net is taught before it; at a station that has been off through nights, at the next hour that comes. */
const MORNING_HOUR = 5;
const OVERDUE_DAYS = 2;
const SCORES_SLICE_MS = 4;

interface Parts
  extends Pick<Shared, 'clock' | 'store' | 'zone' | 'jobs' | 'heavy' | 'nowS' | 'report'>,
    Pick<Learners, 'forecasts' | 'watch'> {
  relearning: Relearning;
}

/** Training of the heads from the record and of the net from its diary, in another thread, and the log of trainings. */
export class Training {
  #log: readonly KeptTraining[];

  constructor(
    private readonly parts: Parts,
    memory: Memory,
  ) {
    this.#log = memory.revive('trainings', 1, (saved: KeptTraining[] | null) => saved ?? []);
  }

  /** The last ones, the newest last. */
  get log(): readonly KeptTraining[] {
    return this.#log;
  }

  get lastS(): number | null {
    const last = this.#log.findLast((training) => training.trained);
    return last?.trained ? last.ts : null;
  }

  /**
   * Learns from all there is, and scores an imported past as if it had been lived. Heads that have learned from an import which has gone
   * are replaced, better or not. False when it was refused.
   */
  async trainOnImports(): Promise<boolean> {
    const { store, forecasts, clock, relearning } = this.parts;
    const job = store.imports.newest();
    const firstS = store.ticks.firstS() ?? this.parts.nowS();
    const hours = Math.ceil((this.parts.nowS() - firstS) / HOUR_S) + 1;
    const isLearned =
      store.imports.toLearn.get() === 'undo'
        ? await relearning.again(hours, job)
        : !('error' in (await this.train(hours, job)));
    if (!isLearned) return false;
    store.attempt(() => store.imports.toLearn.drop());
    await inTurns(forecasts.engine.scoresAgain(), clock, SCORES_SLICE_MS);
    return true;
  }

  async train(hours: number, importJob: number | null = null): Promise<KeptTraining | Refusal> {
    const { clock, forecasts, relearning, watch, report } = this.parts;
    const { engine } = forecasts;
    const nowS = this.parts.nowS();
    const startedMs = clock.steadyMs();
    let why: string | null = null;
    const takes: Takes = ({ skill, examDays }) => {
      // Heads that lost what they knew have nothing to show for their scores.
      why = engine.hasLostHeads ? null : worseThan(engine, nowS, skill, examDays);
      return why === null;
    };
    const heads = await relearning.run('train', hours, takes, importJob);
    if ('error' in heads) return heads;
    const seconds = (clock.steadyMs() - startedMs) / 1000;
    const result = resultOf(heads, why, { ts: nowS, hours, seconds });
    this.#log = [...this.#log, result].slice(-TRAININGS_KEPT);
    if (result.trained) {
      const { grid_rows, span_days } = result;
      report('train', 'info', sentence('training.done', { rows: grid_rows, days: span_days, seconds }));
    } else report('train', 'info', sentence('training.nothing', { why: result.said ?? result.reason }));
    await relearning.save();
    watch.drift.retrained(); // also when the old heads proved better: one change, one training
    return result;
  }

  /** Teaches the net in the small hours, when its diary is long enough for a first or another one. */
  async teachNet(): Promise<void> {
    const { forecasts, jobs, heavy, nowS, zone } = this.parts;
    const { engine } = forecasts;
    const hour = Math.floor(((nowS() + zone.offsetS(nowS())) % DAY_S) / HOUR_S);
    const forDays = hour < MORNING_HOUR ? 0 : OVERDUE_DAYS;
    const due = engine.adopting.netDue(forDays);
    if (due === null) return;
    const taught = await jobs.run('grow', (handle) => heavy.run('grow', due, handle));
    if (!('error' in taught)) engine.adopting.net(taught);
  }

  *remembered(): Generator<Remembered> {
    yield { name: 'trainings', version: 1, state: this.#log };
  }
}

/** `why` the heads were not taken. */
function resultOf(
  heads: TrainedHeads,
  why: string | null,
  run: { ts: number; hours: number; seconds: number },
): KeptTraining {
  if (!heads.trained) return heads;
  return why === null ? { trained: true, ...heads.facts, ...run } : { trained: false, reason: why, said: null };
}
