import { Zone } from '../../../../src/base/zone.ts';
import { Intake } from '../../../../src/station/inputs/intake.ts';
import type { Observation } from '../../../../src/station/inputs/observation.ts';
import { Roster } from '../../../../src/station/inputs/roster.ts';

export const NOW_S = 1_750_500_000;

/** An intake with its roster, which adopts each sender unless told otherwise, and what it told. */
export function intake(adopts = true) {
  const roster = new Roster();
  const told: string[] = [];
  const one = new Intake(roster, new Zone('UTC'), {
    newcomer: ({ id }) => {
      if (adopts) roster.adopt(id, {});
    },
    clockOff: (_, offS) => told.push(`clock ${offS}`),
    uncounted: (_, mm) => told.push(`uncounted ${mm}`),
    nonsense: (_, path) => told.push(`nonsense ${path}`),
    gaugesDiffer: (main, other, mm, otherMm) => told.push(`${main.sender} ${mm} ${other.sender} ${otherMm}`),
  });
  const take = (observation: Partial<Observation>, atS = 0) => one.take({ ...EMPTY, ...observation }, NOW_S + atS, atS);
  return { one, roster, told, take };
}

export const EMPTY: Observation = {
  kind: 'ecowitt',
  sender: 'a',
  model: 'GW2000',
  channel: null,
  sentS: null,
  values: {},
  counters: {},
  amounts: {},
  batteries: {},
  signalDb: null,
  unknown: [],
};
