import type { LabelCorrected, LabelResult, Labels, LabelUndone, Precipitation } from '../../contract/conditions.ts';
import type { Label, RainFacet, Refusal } from '../api.ts';
import type { Rooms } from '../rooms.ts';
import type { LabelPage } from '../store/tables/labels.ts';

export class RainAnswers implements RainFacet {
  constructor(private readonly rooms: Rooms) {}

  nowS(): number {
    return this.rooms.nowS();
  }
  precipitation(): Precipitation | null {
    return this.rooms.rain.bundle(this.rooms.sampler.reading?.tS ?? this.nowS());
  }
  label(label: Label): LabelResult | Refusal {
    return this.rooms.labelling.label(label);
  }
  labels(asked: LabelPage): Labels {
    return this.rooms.rain.labels(asked);
  }
  correctLabel(id: number, value: number): LabelCorrected | Refusal | null {
    return this.rooms.labelling.correct(id, value);
  }
  undoLabel(id: number): LabelUndone | Refusal | null {
    return this.rooms.labelling.undo(id);
  }
}
