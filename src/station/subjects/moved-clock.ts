import { Slicer } from '../../base/clock.ts';
import { inSlices } from '../../base/steps.ts';
import { messageOf } from '../../base/system-error.ts';
import { TARGETS } from '../../contract/names.ts';
import { HeardAnew } from '../inputs/heard-anew.ts';
import type { Memory } from '../learned/memory.ts';
import { type ClockMove, movedOn } from '../sampling/clock/words.ts';
import { deriveQuantities } from '../sampling/derive.ts';
import { Interrupted } from '../sampling/interrupted-move.ts';
import { filterBankSettings, recallParts } from '../sampling/pipeline-memory.ts';
import { TickBuilder } from '../sampling/tick-builder.ts';
import type { Moved, Sky } from '../store/clock-repair/moves.ts';
import { isBusy, isDiskTrouble, isTheirs } from '../store/sqlite/database.ts';
import type { SampleRow } from '../store/tiers/sample-row.ts';
import { type RawTick, TICK_S } from '../tick.ts';
import type { Happenings } from './bus.ts';
import type { Learners } from './learners.ts';
import type { Relearning } from './relearning.ts';
import type { Shared } from './shared.ts';

const SLICE_MS = 3;
/** Rows before the moved ones that refill the first minute of the grid. */
const LEAD_IN_S = TICK_S;
/** Skies that are written together: a millisecond. */
const AT_ONCE = 100;
const MOST_STARTS = 500;
const LEARNING = 'learning again after a wrong clock';

interface Parts
  extends Pick<Shared, 'config' | 'clock' | 'store' | 'scale' | 'keeping' | 'bus' | 'nowS' | 'aside'>,
    Learners {
  memory: Memory;
  relearning: Relearning;
  /** Stores a rebuilt grid row. */
  storeTick: (raw: RawTick) => void;
}

/**
 * Repair after a clock that was wrong: rows move to their right time, ticks are made anew from them, what looks back is made from
 * those, and the rest of what was learned meanwhile is learned anew from the record. What only asks how much time has passed (filters,
 * the computer's heat, health) never heard of the wrong clock (`sampling/even-time.ts`).
 */
export class MovedClock {
  #going = false;
  /** Labels to relearn, in order, as the rows of their time come. */
  #labelsDue: { id: number; tS: number }[] = [];

  constructor(private readonly parts: Parts) {}

  get going(): boolean {
    return this.#going;
  }

  /** A move that was interrupted by a stop, before anything else. */
  async finish(): Promise<void> {
    const { store, clock } = this.parts;
    const unfinished = store.clock.unfinished();
    if (unfinished) await this.timeMoved(movedOn(unfinished), new Slicer(clock, SLICE_MS));
  }

  /** `begun` hears when what is stored stands by the new clock. False when the disk refused: the move goes on later. */
  async timeMoved(move: ClockMove, slicer: Slicer, begun?: () => void): Promise<boolean> {
    const { store, scale } = this.parts;
    // A standby takes the move, whatever the disk at home does.
    if (!store.flush() || (store.atHome && store.trouble) || !scale.distrust()) return false;
    return store.attemptNow(() => scale.scaling.moving(() => this.#move(move, slicer, begun)));
  }

  async #move({ byS, event }: ClockMove, slicer: Slicer, begun?: () => void): Promise<void> {
    const { config, store, memory, pipeline, nowS, aside } = this.parts;
    this.#going = true;
    try {
      const moved = await store.moves.run(byS, slicer, begun);
      // Under a wrong clock the sky's response was learned from a sun that stood elsewhere.
      pipeline.parts.sky = recallParts(memory, config).sky;
      const ticks = await this.#ticksAnew(moved, slicer);
      const labelIds = store.clock.labelIds();
      const { moves, events } = store; // both of one database, whatever is found of it meanwhile
      await moves.finish(slicer);
      await this.#learnAnew(labelIds, slicer);
      const tell = moves.end(() => events.addWithin({ ts: nowS(), kind: 'clock', ...event }));
      const behind = this.#behind(moved, ticks, tell);
      aside(LEARNING, behind); // thrown from here, a fault would begin the same move once more
      await Promise.allSettled([behind]);
    } catch (error) {
      // A trigger of another program is no trouble of the disk, which takes samples meanwhile: without its code it puts the move off, as any fault.
      throw isTheirs(error) ? new Error(messageOf(error), { cause: error }) : error;
    } finally {
      this.#going = false;
    }
  }

  /** Learns again what looks back. A fault in it keeps no move from its end: behind the move all of it is learned once more. */
  async #learnAnew(labelIds: readonly number[], slicer: Slicer): Promise<void> {
    const { forecasts, rain, watch, aside } = this.parts;
    try {
      await inSlices(forecasts.timeMoved(), slicer);
      rain.model.relevel([]);
      await inSlices(rain.catchUp(Number.MAX_SAFE_INTEGER), slicer);
      watch.relevel([], TARGETS);
      this.relearnLabels(labelIds);
      this.relearnLabelsBefore(Number.POSITIVE_INFINITY);
    } catch (error) {
      if (error instanceof Interrupted || isBusy(error) || isDiskTrouble(error)) throw error;
      aside(LEARNING, Promise.reject(error));
    }
  }

  async #behind({ byS, fromS }: Moved, ticks: TickBuilder, tell: () => void): Promise<void> {
    const { store, relearning, keeping, bus } = this.parts;
    tell();
    bus.tell('moved', { byS, fromS: fromS - byS, ticks });
    this.#going = false;
    bus.tell('labelled', null);
    bus.tell('adopted', null);
    await keeping.save();
    if (!keeping.ended) store.owe(() => store.clock.livedAgain());
    relearning.usualAside();
  }

  /** From the samples, under the sky of their right time. Hands over the builder, which holds the running minute. */
  async #ticksAnew(moved: Moved, slicer: Slicer): Promise<TickBuilder> {
    const { config, store, storeTick } = this.parts;
    const fresh = () => new TickBuilder(config.sensors.sample_interval_s);
    const starts = this.#startsIn(moved);
    let ticks = fresh();
    let heard = new HeardAnew(filterBankSettings(config, true));
    const scales = store.scales.all();
    const airAt = (tS: number) => scales.findLast(({ ts }) => ts <= tS)?.scale.air ?? null;
    const skies: Sky[] = [];
    const keepSkies = () => store.moves.setCloudIndexes(skies.splice(0));
    for (const page of store.samples.pages(moved.fromS - LEAD_IN_S, moved.untilS)) {
      for (const row of page) {
        // A start knows nothing of the minute before it.
        for (let next = starts[0]; next !== undefined && next <= row.ts; next = starts[0]) {
          ticks = fresh();
          heard = new HeardAnew(filterBankSettings(config, true));
          starts.shift();
        }
        const air = heard.add(store.samples.narrowAt(row.ts), airAt(row.ts), row.ts);
        const solarWm2 = heard.solarWm2(row.ts);
        const tick = ticks.addStored(row.ts < moved.fromS ? row : this.#underItsSky(row, solarWm2, skies), air);
        if (skies.length >= AT_ONCE) keepSkies();
        if (row.ts < moved.fromS || !tick) continue;
        storeTick(tick);
        await slicer.breathe();
      }
      keepSkies();
      await slicer.breathe();
    }
    store.flush();
    return ticks;
  }

  /** The sun stands elsewhere: how bright the sky should have been is another number, and so is how cloudy it was. */
  #underItsSky(row: SampleRow, solarWm2: number | null, skies: Sky[]): SampleRow {
    const { config, pipeline } = this.parts;
    if (row.lux === null && solarWm2 === null) return row;
    const light = row.lux === null ? null : { lux: row.lux, saturated: false };
    const level = { temperatureC: row.temp_smooth, humidityPct: row.hum_smooth, stationHpa: row.press_smooth };
    const { cloudIndex } = deriveQuantities(level, light, row.ts, config.site, pipeline.parts.sky, solarWm2);
    if (cloudIndex !== row.cloud_index) skies.push({ tS: row.ts, cloudIndex });
    return { ...row, cloud_index: cloudIndex };
  }

  #startsIn({ fromS, untilS }: Moved): number[] {
    return this.parts.store.events
      .recentOf(['startup'], MOST_STARTS)
      .map(({ ts }) => ts)
      .filter((ts) => ts > fromS - LEAD_IN_S && ts <= untilS)
      .sort((a, b) => a - b);
  }

  /** Moves labels given while samples were held: a lesson of the wrong hour is undone and learned from the right one. */
  stampsMoved({ byS, doubt }: Happenings['stampsMoved']): void {
    const { words } = this.parts.store.clock;
    const ids = words.labelsSince();
    words.shift(byS, doubt);
    this.relearnLabels(ids);
  }

  relearnLabels(ids: readonly number[]): void {
    const { rain, bus, store } = this.parts;
    for (const id of ids) rain.model.undo(id);
    const given = ids.map((id) => store.labels.seen(id)).filter((label) => label !== null); // a note teaches nothing
    const others = this.#labelsDue.filter(({ id }) => !ids.includes(id));
    this.#labelsDue = [...others, ...given.map(({ id, givenTs }) => ({ id, tS: givenTs }))].sort((a, b) => a.tS - b.tS);
    bus.tell('labelled', null);
  }

  /** The row of this time comes, or a stop: labels given before it are learned first. */
  relearnLabelsBefore(tS: number): void {
    for (let next = this.#labelsDue[0]; next && next.tS < tS; next = this.#labelsDue[0]) {
      this.parts.rain.relearnLabel(next.id);
      this.#labelsDue.shift();
    }
  }
}
