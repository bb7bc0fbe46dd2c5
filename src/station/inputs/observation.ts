import type { InputKind } from '../../contract/names.ts';

export type { InputKind } from '../../contract/names.ts';

/** Whether a cell still lasts; null where the sender's number does not tell. */
export type Battery = 'ok' | 'low' | null;

/**
 * Observation: one message of a sender, decoded to SI. Decoders are pure: they keep nothing between messages, sum nothing and guess nothing.
 * What is out of range, a sentinel or no number is absent.
 */
export interface Observation {
  kind: InputKind;
  /** Identity of the sender that stays the same from message to message. Never a secret: of a pass key only its hash. */
  sender: string;
  model: string | null;
  /** Channel, where several of one model are told apart by it. */
  channel: string | null;
  /** Time in the message, epoch seconds; null where it has none that can be trusted. */
  sentS: number | null;
  /** Quantity by its path, `outdoor.temperature_c`, `wind.gust_ms`, to its value. */
  values: Readonly<Record<string, number>>;
  /** Running totals, `rain.year_mm`, `lightning.count_day`: material for the counter rule. Shown as the sensor's own, never as rain. */
  counters: Readonly<Record<string, number>>;
  /** Amounts of this message's own interval, `rain.interval_mm`. They are added up as they come, once each. */
  amounts: Readonly<Record<string, number>>;
  batteries: Readonly<Record<string, Battery>>;
  /** Signal strength, dB; null where none is told. */
  signalDb: number | null;
  /** Keys that mean nothing to the decoder: kept by name, counted, listed. */
  unknown: readonly string[];
  /** Paths of values that cannot be true; absent where there are none. */
  refused?: readonly string[];
  /** Address in the home network that it came from; absent without one: radio, the kernel, a broker. */
  from?: string;
}

/** Observations with the address that they came from. */
export const heardFrom = (observations: readonly Observation[], from: string): Observation[] =>
  observations.map((one) => ({ ...one, from }));
