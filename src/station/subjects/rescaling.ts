import { anotherTurn } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { sentence } from '../../words/sentence.ts';
import { meanStep, tickRows } from '../air/scale/levels.ts';
import { TICKS_HELD_S } from '../forecast/learners/history.ts';
import type { Sampler } from '../sampling/sampler.ts';
import { TICK_S } from '../tick.ts';
import { LOOK_BACK_S } from './forecasts.ts';
import type { Learners } from './learners.ts';
import type { Relearning } from './relearning.ts';
import type { ScaleChange } from './scale-in-force.ts';
import type { Shared } from './shared.ts';

const TICKS_A_DAY = DAY_S / TICK_S;

interface Parts extends Pick<Shared, 'clock' | 'store' | 'scale' | 'report' | 'keeping' | 'bus' | 'aside'>, Learners {
  sampler: Sampler;
  relearning: Relearning;
}

/** Change of the scale in force: tells every part that holds a level, which derives it again from raw values. */
export class Rescaling {
  #justRescaled = false;

  constructor(private readonly parts: Parts) {}

  /** At the start: what was saved may be on another scale than the settings and compensators make now. */
  settle(): void {
    const { forecasts, scale } = this.parts;
    if (forecasts.engine.newestS === null && forecasts.engine.climatology.historyDays === 0) {
      scale.levelled();
      scale.relearned(); // nothing was learned on any scale
      return;
    }
    const change = scale.changedMeanwhile();
    if (!change) return;
    if (!scale.isCalibrated) this.#tellOfSettings(change);
    this.parts.bus.tell('rescaled', change);
  }

  #tellOfSettings(change: ScaleChange): void {
    const { scale, report } = this.parts;
    for (const signal of change.moved) {
      const { before, after } = scale.step(change)[signal];
      const data = { signal, before, after };
      report('discontinuity', 'info', sentence('step.setting', { signal }), data);
    }
    if (change.from && change.from.altitudeM !== change.to.altitudeM) {
      const [fromM, toM] = [change.from.altitudeM, change.to.altitudeM];
      report('settings', 'info', sentence('settings.altitude', { toM, fromM }), { from_m: fromM, to_m: toM });
    }
  }

  /** Shifts or pauses every learner, so that none learns the step as weather. */
  rescaled(change: ScaleChange): void {
    const { store, clock, pipeline, scale, forecasts, rain, watch, aside } = this.parts;
    const { from, to, moved } = change;
    const { engine } = forecasts;
    const newestS = engine.newestS ?? clock.nowS();
    const raw = [...store.ticks.pages(newestS - (from ? TICKS_HELD_S : LOOK_BACK_S), newestS)].flat();
    const rows = tickRows(raw, to);
    const step = scale.step(change);
    for (const signal of moved) {
      const { before, after } = step[signal];
      if (before !== null && after !== null) pipeline.parts.filters.shift(signal, after - before);
    }
    if (from) engine.releveling.moveUsual(meanStep(tickRows(raw.slice(-TICKS_A_DAY), from), rows.slice(-TICKS_A_DAY)));
    else engine.releveling.dayMeans(rows);
    forecasts.relevel(rows, moved);
    rain.model.relevel(rows);
    watch.relevel(rows, moved);
    scale.levelled();
    if (!this.#justRescaled) aside('a change of scale', this.#afterRescaling());
    this.#justRescaled = true;
  }

  /**
   * Deferred work after a change of scale, once for all changes of this turn. If power fails before it, the next start derives everything
   * again.
   */
  async #afterRescaling(): Promise<void> {
    const { sampler, relearning, keeping, aside } = this.parts;
    const { count } = sampler;
    await anotherTurn();
    this.#justRescaled = false;
    if (keeping.ended) return;
    await keeping.save();
    // What is shown follows at once, not with the next sample.
    if (sampler.count === count) aside('a sample out of turn', sampler.take());
    await anotherTurn();
    if (!keeping.ended) relearning.usualAside();
  }
}
