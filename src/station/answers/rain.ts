import type { LabelCorrected, LabelResult, Labels, LabelUndone, Precipitation } from '../../contract/conditions.ts';
import type { Label, RainFacet, Refusal } from '../api.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { LabelPage } from '../store/tables/labels.ts';
import type { Labelling } from '../subjects/labelling.ts';
import type { RainRoom } from '../subjects/rain.ts';

interface Parts {
  rain: RainRoom;
  labelling: Labelling;
  sampler: Sampler;
  nowS: () => number;
}

export class RainAnswers implements RainFacet {
  constructor(private readonly parts: Parts) {}

  nowS(): number {
    return this.parts.nowS();
  }
  precipitation(): Precipitation | null {
    return this.parts.rain.bundle(this.parts.sampler.reading?.tS ?? this.nowS());
  }
  label(label: Label): LabelResult | Refusal {
    return this.parts.labelling.label(label);
  }
  labels(asked: LabelPage): Labels {
    return this.parts.rain.labels(asked);
  }
  correctLabel(id: number, value: number): LabelCorrected | Refusal | null {
    return this.parts.labelling.correct(id, value);
  }
  undoLabel(id: number): LabelUndone | Refusal | null {
    return this.parts.labelling.undo(id);
  }
}
