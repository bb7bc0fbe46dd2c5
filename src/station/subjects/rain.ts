import { DAY_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { Config } from '../../config/config.ts';
import type { LabelCorrected, LabelResult, Labels, LabelUndone, Precipitation } from '../../contract/conditions.ts';
import type { Saved } from '../../maths/codec.ts';
import { tickRow, tickRows } from '../air/scale/levels.ts';
import type { Scaling } from '../air/scale/scaling.ts';
import type { Label, Refusal } from '../api.ts';
import type { RainGauge } from '../forecast/rain/gauge.ts';
import type { Lesson } from '../forecast/rain/learner.ts';
import { LESSONS_KEPT } from '../forecast/rain/lessons.ts';
import { LABEL_LOOK_BACK_S, RainModel, type RainSettings, type RainState } from '../forecast/rain/model.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Store } from '../store/store.ts';
import type { LabelPage } from '../store/tables/labels.ts';
import { TICK_S, type TickRow } from '../tick.ts';

/** 2: one list of lessons, and the learner before them. */
const VERSION = 2;
const GAUGE_VERSION = 1;
const LOOK_BACK_S = 2 * DAY_S;

/** Rain and the labels that teach it. A label and what was learned from it are stored together, or neither is. */
export class RainRoom {
  model: RainModel;
  /** Relearning is due: there is a record, and nothing learned of it that can be read. */
  isUnlearned = false;

  constructor(
    private readonly config: Config,
    private readonly store: Store,
    private readonly scaling: Scaling,
    private readonly memory: Memory,
  ) {
    this.model = this.#recalled();
  }

  /** Of a room only while no sensor outdoors tells of the air. */
  get settings(): RainSettings {
    const { forecast, site } = this.config;
    return {
      baseRate: forecast.rain_base_rate,
      indoors: site.indoors && this.scaling.scale.air === null,
      southern: (site.latitude ?? 1) < 0,
      place: { latitude: site.latitude, longitude: site.longitude },
      stepS: TICK_S,
    };
  }

  /** Another scale: what it looks back on is on it, and a room may have become the open air. */
  rescaled(rows: readonly TickRow[]): void {
    if (this.settings.indoors !== this.model.settings.indoors)
      this.model = RainModel.fromJSON(this.model.toJSON(), this.settings);
    this.model.relevel(rows);
  }

  /** Learns every label again, from the air of its time as it is known now. */
  *hearAnew(): Steps<void> {
    const { rows } = this.store.labels.page({ kinds: ['rain'], limit: LESSONS_KEPT, offset: 0 });
    for (const { id } of rows.reverse()) {
      this.unlearn(id);
      this.hear(id);
      yield;
    }
  }

  #recalled(): RainModel {
    const { memory, settings } = this;
    return memory.revive('rain', VERSION, (saved: RainState | null) => {
      if (saved === null) {
        // A first start has nothing to learn from, and would write two megabytes of what nobody taught it.
        this.isUnlearned = this.store.ticks.latest(1).length > 0;
        return new RainModel(settings);
      }
      const lessons = (memory.load('rain-lessons', VERSION) as Lesson[] | null) ?? [];
      const gauge = memory.load('rain-gauge', GAUGE_VERSION) as Saved<RainGauge> | null;
      return RainModel.fromJSON({ ...saved, lessons, gauge }, settings);
    });
  }

  /** The newest rows of the grid before a moment. */
  *catchUp(beforeS: number): Steps<void> {
    const { ticks } = this.store;
    const newestS = ticks.latest(1)[0]?.tS ?? 0;
    for (const page of ticks.pages(Math.min(newestS, beforeS) - LOOK_BACK_S, beforeS))
      for (const raw of page) {
        this.observe(tickRow(raw, this.scaling.scale));
        yield;
      }
  }

  /** Learns again from the labels, oldest first, as far as the record of their time is there. */
  *relearnLabels(): Steps<void> {
    if (!this.isUnlearned) return;
    const { rows } = this.store.labels.page({ kinds: ['rain'], limit: LESSONS_KEPT, offset: 0 });
    for (const { id } of rows.reverse()) {
      this.hear(id);
      yield;
    }
  }

  /** Removes what a label taught; the label stays. */
  unlearn(id: number): boolean {
    return this.model.undo(id);
  }

  /** A label whose lesson was taken back with the time it was given in. */
  hear(id: number): void {
    const label = this.store.labels.get(id);
    if (label?.kind !== 'rain') return;
    const raw = [...this.store.ticks.pages(label.ts - LABEL_LOOK_BACK_S - TICK_S, label.ts)].flat();
    const lesson = this.model.learn({ id, value: label.value, tS: label.ts }, tickRows(raw, this.scaling.scale));
    if (lesson.learned) this.store.owe(() => this.store.labels.markLearned(id));
  }

  remembered(): Remembered[] {
    return rememberedRain(this.model);
  }

  /** Chance of rain now; without a row of the last minutes there is no probability. */
  bundle(nowS: number): Precipitation | null {
    return this.model.bundle(nowS);
  }

  probability(nowS: number): number | null {
    return this.model.isFresh(nowS) ? (this.model.probabilities?.rain ?? null) : null;
  }

  observe(row: TickRow): void {
    this.model.observe(row);
  }

  /** Records an observation. Only rain is learned, with the features of the label's own time. */
  label({ kind, value, tS, note }: Label, givenTs: number): LabelResult | Refusal {
    const { store } = this;
    const rain = kind === 'rain';
    const raw = rain ? [...store.ticks.pages(tS - LABEL_LOOK_BACK_S - TICK_S, tS)].flat() : [];
    const rows = tickRows(raw, this.scaling.scale);
    return this.#change(givenTs, (model) => {
      const id = store.labels.add({ ts: tS, givenTs, kind, value, note, learned: false });
      const lesson = rain ? model.learn({ id, value, tS }, rows) : { learned: false };
      if (lesson.learned) store.labels.markLearned(id);
      return { accepted: true, id, kind, value, ts: tS, ...lesson };
    });
  }

  /** Takes a label back, and with it what was learned from it. */
  undo(id: number, nowS: number): LabelUndone | Refusal | null {
    return this.#change(nowS, (model) => {
      if (!this.store.labels.seen(id)) return null;
      this.store.labels.remove(id);
      const unlearned = model.undo(id);
      return { removed: true, id, unlearned, strong_labels: model.internals().strong_labels };
    });
  }

  /** Sets a label right, and what was learned from it. */
  correct(id: number, value: number, nowS: number): LabelCorrected | Refusal | null {
    return this.#change(nowS, (model) => {
      const label = this.store.labels.seen(id);
      if (!label) return null;
      this.store.labels.correct(id, value);
      const relearned = model.correct(id, value);
      const { strong_labels } = model.internals();
      return { corrected: true, id, kind: label.kind, value, ts: label.ts, relearned, strong_labels };
    });
  }

  labels(asked: LabelPage): Labels {
    const { rows, total } = this.store.labels.page(asked);
    const labels = rows.map(({ givenTs, ...row }) => ({
      ...row,
      given_ts: givenTs,
      undoable: !row.learned || this.model.remembers(row.id),
    }));
    return { labels, total };
  }

  /** On a copy of the model, which takes its place once everything is stored. */
  #change<T>(nowS: number, work: (model: RainModel) => T): T | Refusal {
    const trial = RainModel.fromJSON(this.model.toJSON(), this.settings);
    const done = this.store.whole(() => {
      const result = work(trial);
      this.memory.save(rememberedRain(trial), nowS);
      return { result };
    });
    if ('error' in done) return done;
    this.model = trial;
    return done.result;
  }
}

/** Lessons of the rain model are saved apart from the rest, because they change with a label only; those of a gauge with each hour. */
const rememberedRain = (model: RainModel): Remembered[] => {
  const { lessons, gauge, ...state } = model.toJSON();
  return [
    { name: 'rain', version: VERSION, state },
    { name: 'rain-lessons', version: VERSION, state: lessons },
    { name: 'rain-gauge', version: GAUGE_VERSION, state: gauge },
  ];
};
