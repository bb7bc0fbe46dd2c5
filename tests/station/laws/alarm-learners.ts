import { Zone } from '../../../src/base/zone.ts';
import { SHELF } from '../../../src/config/alarm-shelf.ts';
import { AlarmChances, type ChancesState } from '../../../src/station/alarms/alarm-chances.ts';
import { ChanceRecord, type ChanceRecordState, type Look } from '../../../src/station/alarms/chance-record.ts';
import { Tendency, type TendencyState } from '../../../src/station/alarms/tendency.ts';
import { pathsOf } from '../../../src/station/forecast/issued-forecast.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { persisting } from '../forecast/chance/persisting.ts';
import { hourly } from './forecast-worlds.ts';
import { type Learner, learner } from './learner.ts';

const STEP_S = 3600;
const DAY_S = 86_400;
const zone = new Zone('UTC');
/** As warm as it is here, so that the limit is passed on some nights. */
const RULE = { id: 'frost_tonight', ...SHELF.frost_tonight, limit: 7 };

const foretelling = (row: TickRow) => ({
  paths: () => pathsOf(persisting(row), 'temperature', STEP_S, () => null),
});

/** Looks at a limit of 7 °C, of nights that end at 8. */
const looks = hourly.map(({ tS, temperatureC, humidityPct, dewPointC }): Look => {
  const share = humidityPct! / 100;
  const byS = (Math.floor((tS - 8 * STEP_S) / DAY_S) + 1) * DAY_S + 8 * STEP_S;
  return { tS, byS, marginTo: temperatureC! - 7, input: { share, dewAboveC: dewPointC }, said: share };
});

const neverLost = (_: unknown, why: string): never => {
  throw new Error(why);
};

/** What an alarm remembers. */
export const alarmLearners: readonly Learner[] = [
  learner('ChanceRecord', looks, {
    fresh: () => new ChanceRecord({ stepS: STEP_S }),
    restored: (saved: ChanceRecordState) => ChanceRecord.fromJSON(saved, { stepS: STEP_S }),
    step: (record, look) => {
      record.observe(look);
      return record.periods.at(-1);
    },
  }),
  learner('AlarmChances', hourly, {
    fresh: () => new AlarmChances([RULE], zone, STEP_S),
    restored: (states: ChancesState) => new AlarmChances([RULE], zone, STEP_S, { states, lost: neverLost }),
    step: (chances, row) => {
      chances.tick(row);
      return [chances.work(foretelling(row)), chances.latest(RULE.id)];
    },
  }),
  learner('Tendency', hourly, {
    fresh: () => new Tendency(3 * STEP_S, false),
    restored: (saved: TendencyState) => Tendency.fromJSON(saved, 3 * STEP_S, false, 0),
    step: (tendency, { stationHpa }) => {
      tendency.pass(STEP_S);
      tendency.look(stationHpa!);
      return tendency.rise(stationHpa);
    },
  }),
];
