import type { AlarmSaying } from '../../../contract/alarms.ts';

export type Tally = ReturnType<typeof tallyOf>;

/** Tally of a threshold on a record of chances. */
export function tallyOf(record: readonly AlarmSaying[], on: number) {
  const over = record.filter(({ came }) => came !== null);
  const warned = over.filter(({ said }) => said >= on);
  const came = warned.filter((one) => one.came);
  const leads = came.flatMap(({ lead_h: lead }) => (lead === null ? [] : [lead])).sort((a, b) => a - b);
  const half = leads.length / 2;
  return {
    warnings: warned.length,
    came: came.length,
    forNothing: warned.length - came.length,
    missed: over.filter((one) => one.came && one.said < on).length,
    leadH: leads.length === 0 ? null : (leads[Math.ceil(half) - 1]! + leads[Math.floor(half)]!) / 2,
  };
}

/** Nights or days with a bar. None for the present one before its first forecast: no chance is known then, which is not 0 %. */
export const withChance = (record: readonly AlarmSaying[]): readonly AlarmSaying[] =>
  record.filter(({ came, said }) => came !== null || said > 0);

/** A bar of the record: what it stands for decides its shape. */
export type Look = 'came' | 'missed' | 'nothing' | 'quiet' | 'open';

export const lookOf = (came: boolean | null, isWarned: boolean): Look =>
  came === null ? 'open' : came ? (isWarned ? 'came' : 'missed') : isWarned ? 'nothing' : 'quiet';
