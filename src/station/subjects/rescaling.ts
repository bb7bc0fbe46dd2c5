import { anotherTurn, Slicer } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { inSlices } from '../../base/steps.ts';
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
const SLICE_MS = 2;

interface Parts extends Pick<Shared, 'clock' | 'store' | 'scale' | 'report' | 'keeping' | 'bus' | 'aside'>, Learners {
  sampler: Sampler;
  relearning: Relearning;
}

/** Change of the scale in force: tells every part that holds a level, which derives it again from raw values. */
export class Rescaling {
  #justRescaled = false;
  #hasNewHeads = false;

  constructor(private readonly parts: Parts) {}

  /** At the start: what was saved may be on another scale than the settings and compensators make now. */
  applyAtStart(): void {
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
    const { scale, report, store } = this.parts;
    for (const signal of change.moved) {
      const { before, after } = scale.step(change)[signal];
      const data = { signal, before, after };
      report('discontinuity', 'info', sentence('step.setting', { signal }), data);
    }
    // Recalculation waits for a disk that takes nothing: a start after it tells of its end.
    if (store.atHome && change.from && change.from.altitudeM !== change.to.altitudeM) {
      const [fromM, toM] = [change.from.altitudeM, change.to.altitudeM];
      report('settings', 'info', sentence('settings.altitude'), { from_m: fromM, to_m: toM });
    }
  }

  /** Shifts or pauses every learner, so that none learns the step as weather. */
  rescaled(change: ScaleChange): void {
    const { store, clock, pipeline, scale, forecasts, rain, watch, aside } = this.parts;
    const { from, to, moved, foretold, anew } = change;
    const { engine } = forecasts;
    const newestS = engine.newestS ?? clock.nowS();
    const looksBack = from === null || anew.length > 0;
    const raw = [...store.ticks.pages(newestS - (looksBack ? LOOK_BACK_S : TICKS_HELD_S), newestS)].flat();
    const all = tickRows(raw, to);
    const rows = from === null ? all : all.filter(({ tS }) => tS > newestS - TICKS_HELD_S);
    const step = scale.step(change);
    for (const signal of moved) {
      const { before, after } = step[signal];
      if (before !== null && after !== null) pipeline.parts.filters.shift(signal, after - before);
    }
    if (from) engine.releveling.moveUsual(meanStep(tickRows(raw.slice(-TICKS_A_DAY), from), all.slice(-TICKS_A_DAY)));
    if (looksBack) engine.releveling.dayMeans(all);
    forecasts.beginAnew(anew);
    forecasts.relevel(rows, foretold);
    rain.rescaled(rows);
    watch.relevel(rows, foretold, anew);
    scale.levelled();
    this.#hasNewHeads ||= anew.length > 0;
    if (!this.#justRescaled) aside('a change of scale', this.#afterRescaling());
    this.#justRescaled = true;
  }

  /**
   * Deferred work after a change of scale, once for all changes of this turn. If power fails before it, the next start derives everything
   * again.
   */
  async #afterRescaling(): Promise<void> {
    const { sampler, relearning, keeping, aside, rain } = this.parts;
    const { count } = sampler;
    await anotherTurn();
    this.#justRescaled = false;
    if (keeping.ended) return;
    // Heads that learned another sensor must not come back with the next start.
    await (this.#hasNewHeads ? keeping.saveWhole() : keeping.save());
    if (this.#hasNewHeads) await inSlices(rain.relearnLabels(), new Slicer(this.parts.clock, SLICE_MS));
    this.#hasNewHeads = false;
    if (keeping.ended) return;
    // What is shown follows at once, not with the next sample.
    if (sampler.count === count) aside('a sample out of turn', sampler.take());
    await anotherTurn();
    if (!keeping.ended) relearning.usualAside();
  }
}
