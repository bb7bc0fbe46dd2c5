import type { LabelResult, LabelUndone, Precipitation } from '../../contract/conditions.ts';
import type { Label } from '../api.ts';
import type { Config } from '../config.ts';
import { LABEL_LOOK_BACK_S, RainModel, type RainState } from '../forecast/rain/model.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Store } from '../store/store.ts';
import { TICK_S, type TickRow } from '../tick.ts';

const VERSION = 1;

/** Rain and the labels that teach it. */
export class RainRoom {
  readonly model: RainModel;

  constructor(
    config: Config,
    private readonly store: Store,
    memory: Memory,
  ) {
    const settings = {
      baseRate: config.forecast.rain_base_rate,
      indoors: config.site.indoors,
      southern: (config.site.latitude ?? 1) < 0,
      stepS: TICK_S,
    };
    this.model = memory.revive(
      'rain',
      VERSION,
      () => new RainModel(settings),
      (saved: RainState) => RainModel.fromJSON(saved, settings),
    );
  }

  remembered(): Remembered[] {
    return [{ name: 'rain', version: VERSION, state: this.model.toJSON() }];
  }

  /** What is shown at this time; without a row of the last minutes there is no probability. */
  bundle(nowS: number): Precipitation | null {
    return this.model.bundle(nowS);
  }

  probability(nowS: number): number | null {
    return this.model.isFresh(nowS) ? (this.model.probabilities?.rain ?? null) : null;
  }

  observe(row: TickRow): void {
    this.model.observe(row);
  }

  /** Stores a label; only rain is learned, with the features of the label's own time. */
  label({ kind, value, tS, note }: Label, givenTs: number): LabelResult {
    const id = this.store.labels.add({ ts: tS, givenTs, kind, value, note, learned: false });
    const told = { accepted: true as const, id, kind, value, ts: tS };
    if (kind !== 'rain') return { ...told, learned: false };
    const rows = [...this.store.ticks.pages(tS - LABEL_LOOK_BACK_S - TICK_S, tS)].flat();
    const lesson = this.model.learn({ id, value, tS }, rows);
    if (lesson.learned) this.store.labels.markLearned(id);
    return { ...told, ...lesson };
  }

  /** Takes a label back, and with it what was learned from it. */
  undo(id: number): LabelUndone | null {
    if (!this.store.labels.remove(id)) return null;
    const unlearned = this.model.undo(id);
    return { removed: true, id, unlearned, strong_labels: this.model.internals().strong_labels };
  }
}
