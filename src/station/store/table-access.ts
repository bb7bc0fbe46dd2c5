import type { Tables } from './tables.ts';

const LENT = [
  ...(['samples', 'history', 'hourMeans', 'events', 'labels', 'learned', 'calibrations', 'ticks', 'pending'] as const),
  ...(['issued', 'outbox', 'alarmMessages', 'scales', 'scores', 'clock', 'moves', 'recompute', 'reflag'] as const),
  ...(['ageing', 'imports', 'provenance', 'undoImport', 'pastForecasts'] as const),
];

/** Table families as a store lends them. */
export type Lent = Pick<Tables, (typeof LENT)[number]>;

/**
 * Access to the table families. The tables behind it may change: a damaged database is left alone at once, and the station goes on with
 * another one (`Standby`) until it is rebuilt. Do not cache members.
 */
abstract class Lender {
  protected abstract get here(): Tables;
}
for (const name of LENT)
  Object.defineProperty(Lender.prototype, name, {
    get(this: { here: Tables }) {
      return this.here[name];
    },
  });

export const TableAccess = Lender as abstract new () => Lender & Lent;
