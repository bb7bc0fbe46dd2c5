import { modelFamily } from './families/rtl433-models.ts';
import type { Sender } from './roster.ts';

/** Facts of a sender, as far as they tell whether two of them are one sensor. */
export type Candidate = Pick<Sender, 'id' | 'kind' | 'model' | 'channel' | 'state' | 'firstS' | 'lastS'> & {
  silent: boolean;
  values: Readonly<Record<string, number>>;
};

/** Two readings of one sensor, before and after a change of its battery, differ by no more. */
const MOST_KELVIN = 3;
const MOST_PERCENT = 15;

/**
 * "Is this the old one?": id of the adopted sender that a newcomer may be after a change of its battery; null where there is none, or where
 * more than one would do. Sensors heard by radio draw a new id then. It is an offer only: a person says yes, or no.
 */
export function mayBe(newcomer: Candidate, all: readonly Candidate[]): string | null {
  if (!isNew(newcomer)) return null;
  const [old, ...others] = all.filter((one) => couldBecome(one, newcomer));
  if (!old || others.length > 0) return null;
  const rivals = all.filter((one) => one.id !== newcomer.id && isNew(one) && couldBecome(old, one));
  return rivals.length === 0 ? old.id : null;
}

const isNew = ({ kind, state, silent }: Candidate): boolean =>
  kind === 'rtl433' && (state === 'offered' || state === 'ignored') && !silent;

const couldBecome = (old: Candidate, newcomer: Candidate): boolean =>
  old.kind === newcomer.kind &&
  old.state === 'adopted' &&
  old.silent &&
  // Neighbours' sensors have been heard before ours fell silent.
  newcomer.firstS > old.lastS &&
  old.model !== null &&
  newcomer.model !== null &&
  modelFamily(old.model) === modelFamily(newcomer.model) &&
  old.channel === newcomer.channel &&
  fits(old.values, newcomer.values);

/** Whether the levels that both have are near each other. Counters begin anew with a battery and tell nothing. */
function fits(before: Candidate['values'], after: Candidate['values']): boolean {
  return Object.entries(before).every(([path, value]) => {
    const now = after[path];
    if (now === undefined) return true;
    if (path.endsWith('temperature_c')) return Math.abs(now - value) <= MOST_KELVIN;
    return !path.endsWith('humidity_pct') || Math.abs(now - value) <= MOST_PERCENT;
  });
}
