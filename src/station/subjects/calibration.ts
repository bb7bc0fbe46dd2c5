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
import type { CalibrationFacet, Refusal } from '../api.ts';
import type { Memory } from '../learned/memory.ts';
import { type Undoable, undoing } from '../learned/undoing.ts';
import { type PipelineParts, rememberedCompensators } from '../sampling/pipeline-memory.ts';
import type { CalibrationEntry } from '../store/tables/calibrations.ts';
import type { ToldEvent } from '../store/tables/events.ts';
import type { Shared } from './shared.ts';

interface Parts extends Pick<Shared, 'scale' | 'store' | 'bus' | 'nowS'> {
  compensators: Pick<PipelineParts, 'thermal' | 'humidity'>;
  memory: Memory;
}

type Signal = CalibrationEntry['signal'];

interface Change {
  reference: number | null;
  before: number | null;
  after: number | null;
  words: Sentence;
  undone?: boolean;
}

/** The references that still count, oldest first: a reset forgets them all, an undoing the newest. */
export function standing(log: readonly CalibrationEntry[], signal: Signal): CalibrationEntry[] {
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
export class Calibration implements CalibrationFacet {
  constructor(private readonly parts: Parts) {}

  calibrate(referenceC: number): CalibrateResult | Refusal {
    const { thermal } = this.parts.compensators;
    return this.#refer('temperature', thermal, referenceC, ({ k }) => sentence('calibration.k', { k, referenceC }));
  }

  resetCalibration(): ThermalReset | Refusal {
    const { thermal } = this.parts.compensators;
    const words = () => sentence('calibration.k-reset', { k: thermal.k });
    const { refusal } = this.#restore('temperature', null, words);
    return refusal ?? { ...thermal.dictionary(), reset: true };
  }

  calibrateHumidity(referencePct: number): CalibrateHumidityResult | Refusal {
    const { humidity } = this.parts.compensators;
    return this.#refer('humidity', humidity, referencePct, ({ offset }) =>
      sentence('calibration.offset', { offset, referencePct }),
    );
  }

  resetHumidityCalibration(): HumidityReset | Refusal {
    const { humidity } = this.parts.compensators;
    const words = () => sentence('calibration.offset-reset', { offset: humidity.offset });
    const { refusal } = this.#restore('humidity', null, words);
    return refusal ?? { ...humidity.dictionary(), reset: true };
  }

  #refer<R extends { before: number; after: number }, S>(
    signal: Signal,
    compensator: Undoable<S> & { calibrate(reference: number, tS: number): R | { error: string } },
    reference: number,
    words: (result: R) => Sentence,
  ): R | Refusal {
    const undo = undoing(compensator);
    const result = compensator.calibrate(reference, this.parts.nowS());
    if ('error' in result) return result;
    const { before, after } = result;
    return this.#changed(signal, { reference, before, after, words: words(result) }, undo) ?? result;
  }

  /** Takes the newest reference back: the correction is again what it was before it, and those before still count. */
  undoCalibration(signal: Signal): CalibrationUndone | Refusal {
    const references = standing(this.parts.store.calibrations.all(), signal);
    const last = references.pop();
    if (!last) return refused(sentence('refusal.no-reference'));
    const words = () => sentence('calibration.undone', { signal, reference: last.reference! });
    const once = references.at(-1)?.state ?? null;
    const { refusal, before, after } = this.#restore(signal, once, words, true);
    return refusal ?? { undone: true, signal, reference: last.reference, n: references.length, before, after };
  }

  /** Goes back to figures of the log; null is the prior. */
  #restore(signal: Signal, once: CalibrationEntry['state'] | null, words: () => Sentence, undone = false) {
    const { thermal, humidity } = this.parts.compensators;
    const isThermal = signal === 'temperature';
    const undo = isThermal ? undoing(thermal) : undoing(humidity);
    const shown = isThermal
      ? thermal.restore(once as ThermalLearned | null)
      : humidity.restore(once as HumidityLearned | null);
    const { before, after } = shown ?? { before: null, after: null };
    const refusal = this.#changed(signal, { reference: null, before, after, words: words(), undone }, undo);
    return { refusal, before, after };
  }

  /** Writes the entry, its events and the compensators together, then lets everyone know of the new scale; or refuses it all. */
  #changed(signal: Signal, { reference, before, after, words, undone }: Change, undo: () => void): Refusal | null {
    const { compensators, scale, store, memory, bus, nowS } = this.parts;
    const compensator = signal === 'temperature' ? compensators.thermal : compensators.humidity;
    const state = { ...compensator.dictionary(), ...(undone && { undone }) };
    const ts = nowS();
    const event = { ts, severity: 'info' } as const;
    const events: readonly ToldEvent[] = [
      { ...event, kind: 'calibration', ...words, data: { signal, reference, before, after } },
      { ...event, kind: 'discontinuity', ...sentence('step.calibration', { signal }), data: { signal, before, after } },
    ];
    let tells: (() => void)[] = [];
    const change = scale.change(ts, () => {
      store.calibrations.add({ ts, signal, reference, before, after, state });
      memory.save(rememberedCompensators(compensators), ts);
      tells = events.map((one) => store.events.addWithin(one));
    });
    if (change && 'error' in change) {
      undo();
      return change;
    }
    if (change) bus.tell('rescaled', change);
    for (const tell of tells) tell();
    return null;
  }
}
