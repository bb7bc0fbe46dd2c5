import type {
  CalibrateHumidityResult,
  CalibrateResult,
  CalibrationUndone,
  HumidityReset,
  ThermalReset,
} from '../../contract/models.ts';
import { refused, type Sentence, sentence } from '../../words/sentence.ts';
import type { Learned as HumidityLearned } from '../air/compensation/humidity.ts';
import type { Learned as ThermalLearned } from '../air/compensation/thermal.ts';
import type { Refusal } from '../api.ts';
import type { Report } from '../report.ts';
import type { PipelineParts } from '../sampling/pipeline.ts';
import type { CalibrationEntry } from '../store/tables/calibrations.ts';

export interface CalibratingPorts {
  parts: Pick<PipelineParts, 'thermal' | 'humidity'>;
  report: Report;
  /** Writes the entry and the compensators together, then lets everyone know of the new scale; or refuses it all. */
  commit(entry: CalibrationEntry): Refusal | null;
  /** Everything that was ever logged, oldest first. */
  logged(): CalibrationEntry[];
}

interface Change {
  reference: number | null;
  before: number | null;
  after: number | null;
  words: Sentence;
  undone?: true;
}

/** The references that still count, oldest first: a reset forgets them all, an undoing the newest. */
export function standing(log: readonly CalibrationEntry[], signal: CalibrationEntry['signal']): CalibrationEntry[] {
  let stack: CalibrationEntry[] = [];
  for (const entry of log) {
    if (entry.signal !== signal) continue;
    if (entry.reference !== null) stack.push(entry);
    else if (entry.state['undone'] === true) stack.pop();
    else stack = [];
  }
  return stack;
}

/** The two calibrations, their resets and undoings, each with its log entry and its two events. What the disk refuses never happened. */
export class Calibrating {
  constructor(private readonly ports: CalibratingPorts) {}

  temperature(referenceC: number, tS: number): CalibrateResult | Refusal {
    const { thermal } = this.ports.parts;
    const undo = undoing(thermal);
    const result = thermal.calibrate(referenceC, tS);
    if ('error' in result) return result;
    const { k, before, after } = result;
    const words = sentence('calibration.k', { k, referenceC });
    return this.#changed('temperature', tS, { reference: referenceC, before, after, words }, undo) ?? result;
  }

  resetTemperature(tS: number): ThermalReset | Refusal {
    const { thermal } = this.ports.parts;
    const undo = undoing(thermal);
    const shown = thermal.reset();
    const words = sentence('calibration.k-reset', { k: thermal.k });
    const change = { reference: null, before: shown?.before ?? null, after: shown?.after ?? null, words };
    return this.#changed('temperature', tS, change, undo) ?? { ...thermal.dictionary(), reset: true };
  }

  humidity(referencePct: number, tS: number): CalibrateHumidityResult | Refusal {
    const { humidity } = this.ports.parts;
    const undo = undoing(humidity);
    const result = humidity.calibrate(referencePct, tS);
    if ('error' in result) return result;
    const { offset, before, after } = result;
    const words = sentence('calibration.offset', { offset, referencePct });
    return this.#changed('humidity', tS, { reference: referencePct, before, after, words }, undo) ?? result;
  }

  resetHumidity(tS: number): HumidityReset | Refusal {
    const { humidity } = this.ports.parts;
    const undo = undoing(humidity);
    const shown = humidity.reset();
    const words = sentence('calibration.offset-reset', { offset: humidity.offset });
    const change = { reference: null, before: shown?.before ?? null, after: shown?.after ?? null, words };
    return this.#changed('humidity', tS, change, undo) ?? { ...humidity.dictionary(), reset: true };
  }

  /** Takes the newest reference back: the correction is again what it was before it, and those before still count. */
  undo(signal: 'temperature' | 'humidity', tS: number): CalibrationUndone | Refusal {
    const { parts, logged } = this.ports;
    const references = standing(logged(), signal);
    const last = references.pop();
    if (!last) return refused(sentence('refusal.no-reference'));
    const once = references.at(-1)?.state ?? null;
    const undo = signal === 'temperature' ? undoing(parts.thermal) : undoing(parts.humidity);
    const shown =
      signal === 'temperature'
        ? parts.thermal.restore(once as ThermalLearned | null)
        : parts.humidity.restore(once as HumidityLearned | null);
    const before = shown?.before ?? null;
    const after = shown?.after ?? null;
    const words = sentence('calibration.undone', { signal, reference: last.reference! });
    const busy = this.#changed(signal, tS, { reference: null, before, after, words, undone: true }, undo);
    return busy ?? { undone: true, signal, reference: last.reference, n: references.length, before, after };
  }

  #changed(
    signal: 'temperature' | 'humidity',
    tS: number,
    { reference, before, after, words, undone }: Change,
    undo: () => void,
  ): Refusal | null {
    const { parts, report, commit } = this.ports;
    const compensator = signal === 'temperature' ? parts.thermal : parts.humidity;
    const state = { ...compensator.dictionary(), ...(undone && { undone }) };
    const refused = commit({ ts: tS, signal, reference, before, after, state });
    if (refused) {
      undo();
      return refused;
    }
    report('calibration', 'info', words, { signal, reference, before, after });
    report('discontinuity', 'info', sentence('step.calibration', { signal }), { signal, before, after });
    return null;
  }
}

/** Puts a compensator back to what it has learned by now. */
function undoing<S>(compensator: { toJSON(): S; take(saved: S): void }): () => void {
  const saved = compensator.toJSON();
  return () => compensator.take(saved);
}
