import type { AdoptBody, Input, Inputs } from '../../../contract/inputs.ts';

/** A sender, or one sensor behind it, which has a name and a place of its own. */
export type Sensor = Input & { behind?: { id: string; title: string; head: string } };

const byName = (a: Input, b: Input): number => titleOf(a).localeCompare(titleOf(b));

/** Inputs by what the owner made of them. */
export function sorted({ inputs }: Inputs) {
  const rank = ({ main_for }: Input): number => (main_for.length > 0 ? 0 : 1);
  return {
    // Sources of a group of values first.
    used: inputs
      .filter(({ adopted, retired }) => adopted && !retired)
      .sort((a, b) => rank(a) - rank(b) || byName(a, b)),
    // Newest first, by when it was first heard. By the last report, rows would change places below a finger.
    found: inputs
      .filter(({ adopted, retired }) => !adopted && !retired)
      .sort((a, b) => b.first_seen_ts - a.first_seen_ts || byName(a, b)),
    retired: inputs.filter(({ retired }) => retired).sort(byName),
  };
}

export const titleOf = ({ name, model, id }: Pick<Input, 'name' | 'model' | 'id'>): string => name ?? model ?? id;

export type Cell = 'low' | 'ok' | null;
/** Worst state of its batteries; null where none tells. */
export function batteryOf({ battery }: Pick<Input, 'battery'>): Cell {
  const all = Object.values(battery);
  if (all.includes('low')) return 'low';
  return all.includes('ok') ? 'ok' : null;
}

/** Bars of reception: 4 strong, 3 good, 2 fair, 1 weak. */
export type Bars = 1 | 2 | 3 | 4;
/** Limits in dB: radio receivers tell it below their full scale, the others as power at the aerial. */
const AT_THE_AERIAL = [-60, -75, -87];
const BELOW_FULL_SCALE = [-4, -9, -15];

export function barsOf({ kind, signal_db: db }: Pick<Input, 'kind' | 'signal_db'>): Bars | null {
  if (db === null) return null;
  const limits = kind === 'rtl433' ? BELOW_FULL_SCALE : AT_THE_AERIAL;
  const i = limits.findIndex((limit) => db >= limit);
  return (i < 0 ? 1 : 4 - i) as Bars;
}

type Cause = 'gateway' | 'battery' | 'radio' | 'gone';
/** Cause of a gap, as the station tells it; a sensor wired to this computer is not found. */
export const causeOf = ({ kind, silent_why: why }: Pick<Input, 'kind' | 'silent_why'>): Cause | null =>
  kind === 'kernel' ? 'gone' : why;

/** Whether a sensor may be a neighbour's: those that a radio hears may be, those of the owner's gateway not. */
export const mayBeANeighbours = ({ kind }: Pick<Input, 'kind'>): boolean => kind === 'rtl433';

/** Proposed place of a sender that has none: a chip of the kernel is at the station, most others are in the garden. */
export const usualPlace = ({ kind }: Pick<Input, 'kind'>): NonNullable<AdoptBody['place']> =>
  kind === 'kernel' ? 'indoors' : 'outdoors';

/** Groups that a sensor gives: those that one source is chosen for, and the channels of its values. */
export function givesOf({ source_of: single, values }: Pick<Input, 'source_of' | 'values'>): string[] {
  const heads = Object.keys(values).map((path) => path.split('.', 1)[0]!);
  return [...new Set([...single, ...heads.filter((head) => head !== 'outdoor')])]; // the air outdoors is `temperature`
}
