import type { LabelCorrected, LabelResult, LabelUndone } from '../../contract/conditions.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Label, Refusal } from '../api.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import type { Forecasts } from './forecasts.ts';
import { pausedUntilS, WINDOW_PAUSE_S } from './open-window.ts';
import type { RainRoom } from './rain.ts';

interface Parts {
  store: Store;
  rain: RainRoom;
  forecasts: Forecasts;
  nowS: () => number;
  report: Report;
}

/** Labels from people: rain learns from them, and the forecast pauses while a window is open. */
export class Labelling {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  label(label: Label): LabelResult | Refusal {
    const { rain, nowS, report } = this.#parts;
    const result = rain.label(label, nowS());
    if ('error' in result) return result;
    this.heedWindows();
    const { kind, value } = label;
    report('label', 'info', labelInWords(kind, value), { id: result.id, kind, value });
    return result;
  }

  undo(id: number): LabelUndone | Refusal | null {
    const { rain, nowS, report } = this.#parts;
    const undone = rain.undo(id, nowS());
    if (undone === null || 'error' in undone) return undone;
    this.heedWindows();
    report('label', 'info', sentence('label.undone'), { id });
    return undone;
  }

  correct(id: number, value: number): LabelCorrected | Refusal | null {
    const { rain, nowS, report } = this.#parts;
    const corrected = rain.correct(id, value, nowS());
    if (corrected === null || 'error' in corrected) return corrected;
    this.heedWindows();
    const { kind } = corrected;
    const words = sentence('label.corrected', { what: kind, yes: value >= 0.5 });
    report('label', 'info', words, { id, kind, value });
    return corrected;
  }

  /** After every change of the labels, and at the start. */
  heedWindows(): void {
    const { store, forecasts, nowS } = this.#parts;
    forecasts.engine.pause(pausedUntilS(store.labels.since(nowS() - WINDOW_PAUSE_S)));
  }
}

/** Sentence of a label; its number is in the event's data. */
function labelInWords(kind: string, value: number): Sentence {
  const yes = value >= 0.5;
  if (kind === 'rain') return sentence(yes ? 'label.rain' : 'label.dry');
  return sentence(yes ? 'label.yes' : 'label.no', { what: kind });
}
