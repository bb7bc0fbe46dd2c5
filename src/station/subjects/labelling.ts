import type { LabelCorrected, LabelResult, LabelUndone } from '../../contract/conditions.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Label, Refusal } from '../api.ts';
import type { Learners } from './learners.ts';
import type { Shared } from './shared.ts';

type Parts = Pick<Shared, 'bus' | 'nowS' | 'report'> & Pick<Learners, 'rain'>;

/** Labels from people: rain learns from them. */
export class Labelling {
  constructor(private readonly parts: Parts) {}

  label(label: Label): LabelResult | Refusal {
    const { rain, bus, nowS, report } = this.parts;
    const result = rain.label(label, nowS());
    if ('error' in result) return result;
    bus.tell('labelled', null);
    const { kind, value } = label;
    report('label', 'info', labelInWords(kind, value), { id: result.id, kind, value });
    return result;
  }

  undo(id: number): LabelUndone | Refusal | null {
    const { rain, bus, nowS, report } = this.parts;
    const undone = rain.undo(id, nowS());
    if (undone === null || 'error' in undone) return undone;
    bus.tell('labelled', null);
    report('label', 'info', sentence('label.undone'), { id });
    return undone;
  }

  correct(id: number, value: number): LabelCorrected | Refusal | null {
    const { rain, bus, nowS, report } = this.parts;
    const corrected = rain.correct(id, value, nowS());
    if (corrected === null || 'error' in corrected) return corrected;
    bus.tell('labelled', null);
    const { kind } = corrected;
    const words = sentence('label.corrected', { what: kind, yes: value >= 0.5 });
    report('label', 'info', words, { id, kind, value });
    return corrected;
  }
}

/** Sentence of a label; its number is in the event's data. */
function labelInWords(kind: string, value: number): Sentence {
  const yes = value >= 0.5;
  if (kind === 'rain') return sentence(yes ? 'label.rain' : 'label.dry');
  return sentence(yes ? 'label.yes' : 'label.no', { what: kind });
}
