/** What one kind of event is used for. Each trait is required, so that a new kind does not compile before somebody decides. */
interface EventTraits {
  /** Speaks of the machine and may stand in a support file; the others speak of the weather or of people. */
  shared: boolean;
  /** Has a mark in the charts of the history. */
  marked: boolean;
  /** Stands among the findings of `/api/anomaly`. */
  finding: boolean;
}

const traits = (shared: boolean, marked: boolean, finding: boolean): EventTraits => ({ shared, marked, finding });

/** Every kind of event once: shared, marked, finding. */
const KINDS = {
  startup: traits(true, true, false),
  shutdown: traits(true, true, false),
  state: traits(true, false, false),
  sample: traits(false, false, false),
  sensor: traits(true, true, true),
  novelty: traits(false, true, true),
  drift: traits(true, true, true),
  health: traits(true, true, true),
  train: traits(true, true, false),
  verify: traits(false, false, false),
  label: traits(false, true, false),
  calibration: traits(false, true, false),
  discontinuity: traits(false, true, true),
  recompute: traits(true, true, false),
  compact: traits(true, false, false),
  storage: traits(true, false, false),
  clock: traits(true, true, false),
  throttled: traits(true, true, false),
  probe: traits(true, true, false),
  display: traits(true, false, false),
  settings: traits(true, false, false),
  backup: traits(true, true, false),
};

export type EventKind = keyof typeof KINDS;
export const EVENT_KINDS = Object.keys(KINDS) as [EventKind, ...EventKind[]];
export const kindsThat = (trait: keyof EventTraits): readonly EventKind[] =>
  EVENT_KINDS.filter((kind) => KINDS[kind][trait]);
