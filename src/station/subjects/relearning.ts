import { anotherTurn, Slicer } from '../../base/clock.ts';
import { tickRows } from '../air/scale/levels.ts';
import type { Refusal } from '../api.ts';
import type { RevivedUsual } from '../forecast/adopting.ts';
import type { TrainedHeads } from '../forecast/head-training.ts';
import type { Relearned } from '../jobs/relearn.ts';
import type { Learners } from './learners.ts';
import type { Shared } from './shared.ts';

/** Time slice of adopting heads; one head takes about as long. */
const ADOPT_SLICE_MS = 1;

type Parts = Pick<Shared, 'clock' | 'store' | 'jobs' | 'heavy' | 'scale' | 'keeping' | 'bus' | 'aside' | 'nowS'> &
  Pick<Learners, 'forecasts' | 'rain' | 'watch'>;

/** Why it is done, which is also what the job is called. */
export type RelearnName = 'train' | 'relearn';
/** Whether new heads replace the serving ones. */
export type Takes = (heads: Extract<TrainedHeads, { trained: true }>) => boolean;

/**
 * Relearns everything from the record in the heavy thread and adopts it here. A calibration or a moved clock in between, even while
 * it is being adopted, makes it start over. After a moved clock the heads, too, learn all there is.
 */
export class Relearning {
  constructor(private readonly parts: Parts) {}

  /** Starts a relearning. Refused while one runs, which then starts over, and when the station stops. */
  async run(
    name: RelearnName,
    headHours: number,
    takes: Takes,
    importJob: number | null = null,
  ): Promise<TrainedHeads | Refusal> {
    const { forecasts, heavy, jobs, rain, scale, store, nowS } = this.parts;
    const { engine } = forecasts;
    return jobs.run(name, ({ signal, progress }) =>
      scale.scaling.onOneScale(signal, async (inForce, stopping, outdated) => {
        const all = scale.isDistrusted;
        const hours = all ? Number.POSITIVE_INFINITY : headHours;
        const input = {
          settings: engine.settings,
          rain: rain.settings,
          words: rain.model.words,
          scale: inForce,
          nowS: nowS(),
          headHours: hours,
          importJob,
        };
        store.flush(); // the thread reads the file, and the rain of a tick is in its samples
        const learned = await heavy.run('relearn', input, { signal: stopping, progress });
        await anotherTurn(); // the end of the job has used this turn
        const usual = engine.adopting.revive(learned.usual);
        await anotherTurn();
        outdated.throwIfAborted(); // a stop alone keeps what is ready
        const heads = learned.heads.trained && (all || takes(learned.heads)) ? learned.heads : null;
        if (all && heads) await this.#adoptHeads(heads, stopping); // `#adoptUsual` marks the scale as relearned, so it comes last
        this.#adoptUsual(learned, usual);
        if (!all && heads) await this.#adoptHeads(heads, stopping);
        return learned.heads;
      }),
    );
  }

  /** Saves an adopted model, once it was reported. */
  async save(): Promise<void> {
    const { keeping } = this.parts;
    await anotherTurn();
    if (!keeping.ended) await keeping.saveWhole();
  }

  /**
   * Relearns climatology from the whole record, on the scale in force, and saves it. Heads hold no levels, so they stay, unless they are to learn
   * from so many hours. False when it was refused: the next start learns it.
   */
  async again(headHours = 0, importJob: number | null = null): Promise<boolean> {
    const learned = await this.run('relearn', headHours, () => headHours > 0, importJob);
    if ('error' in learned) return false;
    await this.save();
    return true;
  }

  /** Relearns climatology in the background. A failure is retried at the next start. */
  usualAside(): void {
    this.parts.aside('learning anew what is usual', this.again());
  }

  /** At once, so that no scale can change in between. */
  #adoptUsual({ untilS, novelty, rain: learnedRain }: Relearned, usual: RevivedUsual): void {
    const { forecasts, bus, rain, scale, store, watch } = this.parts;
    const { engine } = forecasts;
    const since = [...store.ticks.pages(untilS, engine.newestS ?? untilS)].flat();
    const rows = tickRows(since, scale.scaling.scale);
    watch.adopt(novelty);
    rain.model.adopt(learnedRain, rows);
    engine.adopting.adoptUsual(usual, rows, (row) => watch.follow(row));
    scale.relearned();
    bus.tell('adopted', null);
  }

  /** Adopts trained heads one by one: they hold no levels. */
  async #adoptHeads({ heads }: Extract<TrainedHeads, { trained: true }>, stopping: AbortSignal): Promise<void> {
    const { clock, forecasts, bus } = this.parts;
    const slicer = new Slicer(clock, ADOPT_SLICE_MS);
    for (const { key, saved } of heads) {
      await slicer.breathe();
      stopping.throwIfAborted();
      forecasts.engine.adopting.head(key, saved);
    }
    bus.tell('adopted', null);
    await slicer.breathe();
    stopping.throwIfAborted();
    forecasts.reissue();
    await slicer.breathe();
  }
}
