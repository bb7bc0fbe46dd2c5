import { DAY_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import type { LabelCorrected, LabelResult, Labels, LabelUndone } from '../../contract/conditions.ts';
import { isYes } from '../../contract/label-value.ts';
import type { Saved } from '../../maths/codec.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { tickRow, tickRows } from '../air/scale/levels.ts';
import type { Label, Refusal } from '../api.ts';
import type { RainGauge } from '../forecast/rain/gauge.ts';
import type { Lesson } from '../forecast/rain/learner.ts';
import { LESSONS_KEPT } from '../forecast/rain/lessons.ts';
import { LABEL_LOOK_BACK_S, RainModel, type RainSettings, type RainState } from '../forecast/rain/model.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { LabelPage } from '../store/tables/labels.ts';
import { TICK_S, type TickRow } from '../tick.ts';
import type { Shared } from './shared.ts';

/** 2: one list of lessons, and the learner before them. */
const VERSION = 2;
const GAUGE_VERSION = 1;
const LOOK_BACK_S = 2 * DAY_S;

type Parts = Pick<Shared, 'config' | 'store' | 'scaling' | 'bus' | 'report' | 'nowS'>;

/** Rain and the labels that teach it. A label and what was learned from it are stored together, or neither is. */
export class RainRoom {
  model: RainModel;
  /** Relearning is due: there is a record, and nothing learned of it that can be read. */
  isUnlearned = false;

  constructor(
    private readonly parts: Parts,
    private readonly memory: Memory,
  ) {
    this.model = this.#recalled();
  }

  /** Settings of the model. A station counts as indoors only while it follows no outdoor sensor. */
  get settings(): RainSettings {
    const { config, scaling } = this.parts;
    const { forecast, site } = config;
    return {
      baseRate: forecast.rain_base_rate,
      indoors: site.indoors && scaling.scale.air === null,
      southern: (site.latitude ?? 1) < 0,
      place: site,
      stepS: TICK_S,
    };
  }

  /** Another scale: what it looks back on is on it, and a room may have become the open air. */
  rescaled(rows: readonly TickRow[]): void {
    if (this.settings.indoors !== this.model.settings.indoors)
      this.model = RainModel.fromJSON(this.model.toJSON(), this.settings);
    this.model.relevel(rows);
  }

  /** Learns every label again, oldest first, from the air of its time as it is known now and as far as there is a record of it. */
  *relearnLabels(): Steps<void> {
    const { rows } = this.parts.store.labels.page({ kinds: ['rain'], limit: LESSONS_KEPT, offset: 0 });
    for (const { id } of rows.reverse()) {
      this.model.undo(id);
      this.relearnLabel(id);
      yield;
    }
  }

  #recalled(): RainModel {
    const { memory, settings } = this;
    return memory.revive('rain', VERSION, (saved: RainState | null) => {
      if (saved === null) {
        // A first start has nothing to learn from, and would write two megabytes of untaught state.
        this.isUnlearned = this.parts.store.ticks.latest(1).length > 0;
        return new RainModel(settings);
      }
      const lessons = (memory.load('rain-lessons', VERSION) as Lesson[] | null) ?? [];
      const gauge = memory.load('rain-gauge', GAUGE_VERSION) as Saved<RainGauge> | null;
      return RainModel.fromJSON({ ...saved, lessons, gauge }, settings);
    });
  }

  /** The newest rows of the grid before a moment. */
  *catchUp(beforeS: number): Steps<void> {
    const { scaling, store } = this.parts;
    const { ticks } = store;
    const newestS = ticks.latest(1)[0]?.tS ?? 0;
    for (const page of ticks.pages(Math.min(newestS, beforeS) - LOOK_BACK_S, beforeS))
      for (const raw of page) {
        this.model.observe(tickRow(raw, scaling.scale));
        yield;
      }
  }

  /** A label whose lesson was taken back with the time it was given in. */
  relearnLabel(id: number): void {
    const { store } = this.parts;
    const label = store.labels.get(id);
    if (label?.kind !== 'rain') return;
    const lesson = this.model.learn({ id, value: label.value, tS: label.ts }, this.#rowsUntil(label.ts));
    if (lesson.learned) store.owe(() => store.labels.markLearned(id));
  }

  remembered(): Remembered[] {
    return rememberedRain(this.model);
  }

  /** Chance of rain now; null without a row of the last minutes. */
  probability(nowS: number): number | null {
    return this.model.isFresh(nowS) ? (this.model.probabilities?.rain ?? null) : null;
  }

  /** Records an observation. Only rain is learned, with the features of the label's own time. */
  label({ kind, value, tS, note }: Label, givenS = this.parts.nowS()): LabelResult | Refusal {
    const { store, report } = this.parts;
    const isRain = kind === 'rain';
    const rows = isRain ? this.#rowsUntil(tS) : [];
    const result = this.#change((model): LabelResult => {
      const id = store.labels.add({ ts: tS, givenTs: givenS, kind, value, note, learned: false });
      const lesson = isRain ? model.learn({ id, value, tS }, rows) : { learned: false };
      if (lesson.learned) store.labels.markLearned(id);
      return { accepted: true, id, kind, value, ts: tS, ...lesson };
    });
    if ('error' in result) return result;
    report('label', 'info', labelInWords(kind, value), { id: result.id, kind, value });
    return result;
  }

  /** Takes a label back, and with it what was learned from it. */
  undo(id: number): LabelUndone | Refusal | null {
    const { store, report } = this.parts;
    const undone = this.#change((model): LabelUndone | null => {
      if (!store.labels.seen(id)) return null;
      store.labels.remove(id);
      const unlearned = model.undo(id);
      return { removed: true, id, unlearned, strong_labels: model.internals().strong_labels };
    });
    if (undone === null || 'error' in undone) return undone;
    report('label', 'info', sentence('label.undone'), { id });
    return undone;
  }

  /** Sets a label right, and what was learned from it. */
  correct(id: number, value: number): LabelCorrected | Refusal | null {
    const { store, report } = this.parts;
    const corrected = this.#change((model): LabelCorrected | null => {
      const label = store.labels.seen(id);
      if (!label) return null;
      store.labels.correct(id, value);
      const relearned = model.correct(id, value);
      const { strong_labels } = model.internals();
      return { corrected: true, id, kind: label.kind, value, ts: label.ts, relearned, strong_labels };
    });
    if (corrected === null || 'error' in corrected) return corrected;
    const { kind } = corrected;
    const words = sentence('label.corrected', { what: kind, yes: isYes(value) });
    report('label', 'info', words, { id, kind, value });
    return corrected;
  }

  labels(asked: LabelPage): Labels {
    const { rows, total } = this.parts.store.labels.page(asked);
    const labels = rows.map(({ givenTs, ...row }) => ({
      ...row,
      given_ts: givenTs,
      undoable: !row.learned || this.model.remembers(row.id),
    }));
    return { labels, total };
  }

  /** Rows that a label of this time is learned from. */
  #rowsUntil(tS: number): TickRow[] {
    const { scaling, store } = this.parts;
    return tickRows([...store.ticks.pages(tS - LABEL_LOOK_BACK_S - TICK_S, tS)].flat(), scaling.scale);
  }

  /** On a copy of the model, which takes its place once everything is stored. Null changes nothing. */
  #change<T>(work: (model: RainModel) => T): T | Refusal {
    const { store, bus, nowS } = this.parts;
    const trial = RainModel.fromJSON(this.model.toJSON(), this.settings);
    const done = store.change(() => {
      const result = work(trial);
      this.memory.save(rememberedRain(trial), nowS());
      return { result };
    });
    if ('error' in done) return done;
    this.model = trial;
    if (done.result !== null) bus.tell('labelled', null);
    return done.result;
  }
}

/** Sentence of a label; its number is in the event's data. */
function labelInWords(kind: string, value: number): Sentence {
  const yes = isYes(value);
  if (kind === 'rain') return sentence(yes ? 'label.rain' : 'label.dry');
  return sentence(yes ? 'label.yes' : 'label.no', { what: kind });
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
