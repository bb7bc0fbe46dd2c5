import type { Scaling } from '../air/scale/scaling.ts';
import { type Clock, Slicer } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Memory } from '../learned/memory.ts';
import type { Pipeline } from '../live/pipeline.ts';
import { recallParts } from '../live/pipeline-memory.ts';
import type { Sampler } from '../live/sampler.ts';
import { inSlices } from '../steps.ts';
import type { Doubt } from '../store/clock-repair/said.ts';
import type { Store } from '../store/store.ts';
import type { RawTick } from '../tick.ts';
import type { Forecasts } from './forecasts.ts';
import type { Keeping } from './keeping.ts';
import type { Labelling } from './labelling.ts';
import { timeMoved } from './moved-clock.ts';
import type { RainRoom } from './rain.ts';
import type { Rescaling } from './rescaling.ts';
import type { ScaleRoom } from './scale-room.ts';
import type { WatchRoom } from './watch.ts';

const SLICE_MS = 3;

interface Parts {
  config: Config;
  clock: Clock;
  store: Store;
  memory: Memory;
  pipeline: Pipeline;
  sampler: Sampler;
  forecasts: Forecasts;
  rain: RainRoom;
  watch: WatchRoom;
  labelling: Labelling;
  rescaling: Rescaling;
  scaling: Scaling;
  scale: ScaleRoom;
  keeping: Keeping;
  tick: (raw: RawTick) => void;
}

/** A time that was wrong: everyone who holds one hears of it here and in no other way, and what was learned in it is lived again. */
export class LivingAgain {
  readonly #parts: Parts;
  #going = false;
  #untaught = false;
  /** Labels whose lessons have to be learned anew, in their order, as the rows of their time come. */
  #toHear: { id: number; tS: number }[] = [];
  /** Nothing is left of what was learned from the history: the station trains anew. */
  untaught: () => void = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Moved rows are being lived through once more: what was told of them was told then. */
  get going(): boolean {
    return this.#going;
  }

  /** A move that was interrupted by a stop, before anything else. */
  async finish(): Promise<void> {
    const { store, clock } = this.#parts;
    const unfinished = store.clock.unfinished();
    if (unfinished) await this.timeMoved(unfinished.byMs / 1000, new Slicer(clock, SLICE_MS));
  }

  /** False when the disk refused: the move goes on later. */
  async timeMoved(byS: number, slicer: Slicer): Promise<boolean> {
    const { store, scaling } = this.#parts;
    if (!store.flush() || store.trouble) return false;
    return store.attemptSlowly(() => scaling.moving(() => this.#liveAgain(byS, slicer)));
  }

  async #liveAgain(byS: number, slicer: Slicer): Promise<void> {
    const { config, store, pipeline, sampler, forecasts, labelling, rescaling, scale, keeping, tick } = this.#parts;
    this.#going = true;
    try {
      const moved = await timeMoved(byS, {
        config,
        store,
        parts: pipeline.parts,
        slicer,
        freshTicks: () => sampler.freshTicks(),
        withheld: (work) => keeping.withheld(() => forecasts.withheld(work)),
        reload: (beforeS) => this.#reload(beforeS, slicer),
        tick,
        rescaled: (signal, tS) => rescaling.relevel(tS, [signal]),
      });
      sampler.timeMoved(moved.byS, moved.ticks);
      labelling.heedWindows();
      if (moved.rescaled || scale.usualIsOld) rescaling.relearnAside();
    } finally {
      this.#going = false;
    }
    await keeping.save();
    await keeping.saveHeads();
    if (!keeping.ended) store.owe(() => store.clock.livedAgain());
    if (this.#untaught) this.untaught();
  }

  /** What was said while samples were held: a lesson taken from the wrong hour is taken back and learned from the right one. */
  saidMoved(byS: number, doubt: Doubt): void {
    const { words } = this.#parts.store.clock;
    const ids = words.labelsSinceMark();
    words.shift(byS, doubt);
    this.relearnLabels(ids);
  }

  relearnLabels(ids: readonly number[]): void {
    const { rain, labelling } = this.#parts;
    for (const id of ids) rain.unlearn(id);
    this.#hearAgain(ids);
    labelling.heedWindows();
  }

  /** The row of this time comes: what was said before it is learned first. */
  hearBefore(tS: number): void {
    for (let next = this.#toHear[0]; next && next.tS < tS; next = this.#toHear[0]) {
      this.#parts.rain.hear(next.id);
      this.#toHear.shift();
    }
  }

  #hearAgain(labelIds: readonly number[]): void {
    const { labels } = this.#parts.store;
    const given = labelIds.map((id) => labels.seen(id)).filter((label) => label !== null); // a note teaches nothing
    this.#toHear = given.map(({ id, givenTs }) => ({ id, tS: givenTs })).sort((a, b) => a.tS - b.tS);
  }

  /** What was learned by time of day goes back to before a moment. Saved on another scale or not: it is on the one in force then. */
  async #reload(beforeS: number, slicer: Slicer): Promise<void> {
    const { config, store, memory, pipeline, forecasts, rain, watch, rescaling, scale } = this.#parts;
    pipeline.parts.sky = recallParts(memory, config).sky;
    rain.reload();
    watch.reload(memory);
    this.#hearAgain(store.clock.said().labelIds);
    this.#untaught = await inSlices(forecasts.reloading(memory, beforeS), slicer);
    const moved = scale.broughtBack(memory);
    const isCalibrated = store.clock.said().calibrationIds.length > 0; // what was foretold until then stands until then
    if (moved || isCalibrated) rescaling.relevel(beforeS, isCalibrated ? [] : (moved ?? []));
    await inSlices(rain.catchUp(beforeS), slicer);
  }
}
