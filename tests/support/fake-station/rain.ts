import type {
  LabelCorrected,
  LabelResult,
  Labels,
  LabelUndone,
  Precipitation,
} from '../../../src/contract/conditions.ts';
import type { Label, RainFacet } from '../../../src/station/api.ts';
import type { LabelPage } from '../../../src/station/store/tables/labels.ts';
import type { FakeWorld } from './world.ts';

export class FakeRain implements RainFacet {
  #labelId = 0;

  constructor(private readonly world: FakeWorld) {}

  precipitation(): Precipitation | null {
    if (this.world.cold) return null;
    return {
      rain_probability: 0.34,
      model_probability: 0.29,
      prior_probability: 0.41,
      learner_trust: 0.58,
      word_logit: 0,
      condition: 'unsettled',
      label: 'Fairly fine, possible showers later',
      zambretti_z: 11,
      pressure_characteristic: 'falling slowly',
      tendency: this.world.weather(this.world.nowS()).pressureRateHpaPerH,
      sea_level_pressure: this.world.weather(this.world.nowS()).pressureHpa,
      strong_labels: this.world.labels.size,
      weak_labels: 412,
      logloss_ewma: 0.48,
      indoors_caveat: true,
      measured: false,
      measured_spells: 0,
      measured_skill: null,
    };
  }

  label(label: Label): LabelResult {
    const id = ++this.#labelId;
    this.world.labels.set(id, label);
    this.world.note('label', 'info', `${label.kind} = ${label.value}${label.note ? `: ${label.note}` : ''}`, {
      id,
      kind: label.kind,
      value: label.value,
    });
    const learned = label.kind === 'rain' && label.tS > this.world.nowS() - this.world.historyS - 1;
    return {
      accepted: true,
      id,
      kind: label.kind,
      value: label.value,
      ts: label.tS,
      learned,
      ...(learned ? { loss: 0.41, strong_labels: this.world.labels.size } : {}),
    };
  }

  labels({ limit, offset, kinds }: LabelPage): Labels {
    const all = [...this.world.labels]
      .filter(([, { kind }]) => kinds?.includes(kind) ?? true)
      .map(([id, { kind, value, tS, note }]) => ({
        id,
        ts: tS,
        given_ts: tS,
        kind,
        value,
        note,
        learned: kind === 'rain',
        undoable: true,
      }))
      .sort((a, b) => b.ts - a.ts || b.id - a.id);
    return { labels: all.slice(offset, offset + limit), total: all.length };
  }

  correctLabel(id: number, value: number): LabelCorrected | null {
    const label = this.world.labels.get(id);
    if (!label) return null;
    this.world.labels.set(id, { ...label, value });
    this.world.note('label', 'info', `observation ${id} was set right`, { id, kind: label.kind, value });
    const { kind, tS: ts } = label;
    const strong_labels = this.world.labels.size;
    return { corrected: true, id, kind, value, ts, relearned: kind === 'rain', strong_labels };
  }

  undoLabel(id: number): LabelUndone | null {
    const label = this.world.labels.get(id);
    if (!label) return null;
    this.world.labels.delete(id);
    this.world.note('label', 'info', `observation ${id} was taken back`, { id });
    return { removed: true, id, unlearned: label.kind === 'rain', strong_labels: this.world.labels.size };
  }
}
