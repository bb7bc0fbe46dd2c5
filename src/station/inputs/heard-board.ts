import type { NarrowValues } from '../../quantities/names.ts';
import { type Board, emptySample, type Sample } from '../sensors/sample.ts';
import type { HeardAir } from '../tick.ts';

interface Heard {
  takeNarrow(): NarrowValues | undefined;
  air(): HeardAir;
  readonly airFrom: NonNullable<Sample['from']>;
  solarWm2(): number | null;
}

/** A board whose samples have what bought stations say beside their own values. Without chips of its own, their air is the sample's. */
export function heardBoard(board: Board, heard: Heard): Board {
  return {
    kind: board.kind,
    get hasColourSensor() {
      return board.hasColourSensor;
    },
    open: () => board.open(),
    read: async (tS) => withHeard(await board.read(tS), board.kind, heard),
    takeNotices: () => board.takeNotices(),
    close: () => board.close(),
  };
}

function withHeard(sample: Sample, kind: Board['kind'], heard: Heard): Sample {
  const reported = heard.takeNarrow();
  const narrow = reported && { ...sample.narrow, ...reported };
  const solarWm2 = heard.solarWm2();
  const whole = { ...sample, ...(narrow && { narrow }), ...(solarWm2 !== null && { solarWm2 }) };
  const air = heard.air();
  if (kind !== 'inputs') return air.air === null && air.barometer === null ? whole : { ...whole, heard: air };
  const { temperatureC, humidityPct, stationHpa } = air;
  // True values of the air: no heat of this computer is in them, so none is taken out.
  return { ...whole, humidityChipC: temperatureC, humidityPct, pressureHpa: stationHpa, from: heard.airFrom };
}

/** Board of a station whose senders are all it has. */
export const noBoard: Board = {
  kind: 'inputs',
  hasColourSensor: false,
  open: async () => {},
  read: async () => emptySample,
  takeNotices: () => [],
  close: async () => {},
};
