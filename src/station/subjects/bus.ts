import type { EventKind, Target } from '../../contract/names.ts';
import type { Alarmed } from '../alarms/alarmed.ts';
import type { Reading } from '../sampling/reading.ts';
import type { TickBuilder } from '../sampling/tick-builder.ts';
import type { Doubt } from '../store/clock-repair/doubtful-stamps.ts';
import type { RawTick } from '../tick.ts';
import type { ScaleChange } from './scale-in-force.ts';

/** Events on the bus between subjects. */
export interface Happenings {
  /** A sample has its time and has taught the filters. */
  sampled: Reading;
  /** A reading while its time is not known: it teaches nothing. */
  shown: Reading;
  /** A row of the five-minute grid is complete. */
  ticked: RawTick;
  /** Another scale is in force. */
  rescaled: ScaleChange;
  /** Without a board: values of these are another sender's, or of another kind of pressure, from this sample on. */
  sourceChanged: readonly Target[];
  /** Rows of a wrong clock, stamped from `fromS` on, stand where they belong; the builder holds the running minute as they have it. */
  moved: { byS: number; fromS: number; ticks: TickBuilder };
  /** Events and labels of an untrusted clock have their time. */
  stampsMoved: { byS: number; doubt: Doubt };
  /** Labels of a killed program, given under an untrusted clock, have their time: they must be learned again. */
  saidTakenUp: readonly number[];
  /** Stored rows were added or taken out of the count: sums of rain and of today are taken anew. */
  amended: null;
  /** An event is in the log. */
  reported: { kind: EventKind; data: Record<string, unknown> | undefined };
  /** Labels were given, corrected, taken back, or have another time. */
  labelled: null;
  /** Something was taken over that no sample taught. */
  adopted: null;
  /** Learned state has been saved. */
  saved: null;
  /** An alarm is to be delivered: it fired, resolved, repeated, or was acknowledged; a test, too. Quiet hours and snoozes have passed. */
  alarmed: Alarmed;
}

type Listener<K extends keyof Happenings> = (what: Happenings[K]) => void;

/**
 * Typed bus of a station. Listeners are called at once, in the order of `app/compose.ts`, and their errors reach the caller: a row that
 * could not be learned is a failure of its sample.
 */
export class Bus {
  readonly #listeners: { [K in keyof Happenings]?: Listener<K>[] } = {};

  on<K extends keyof Happenings>(kind: K, ...listeners: Listener<K>[]): void {
    const known: Listener<K>[] = this.#listeners[kind] ?? [];
    (this.#listeners as Record<K, Listener<K>[]>)[kind] = [...known, ...listeners];
  }

  tell<K extends keyof Happenings>(kind: K, what: Happenings[K]): void {
    for (const listener of this.#listeners[kind] ?? []) listener(what);
  }
}
