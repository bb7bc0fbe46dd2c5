import { HOUR_S } from '../../../base/durations.ts';
import type { Precipitation } from '../../../contract/conditions.ts';
import type { TickRow } from '../../tick.ts';
import { RAIN_LOOK_BACK_S } from './features.ts';
import type { RainGauge } from './gauge.ts';
import type { RainLearner, RainProbabilities } from './learner.ts';
import { zambretti } from './zambretti.ts';

interface BundleParts {
  /** Newest rows, oldest first. */
  rows: readonly TickRow[];
  /** Whether the newest row is of this hour. */
  isFresh: boolean;
  p: RainProbabilities | null;
  learner: RainLearner;
  gauge: RainGauge;
  indoors: boolean;
  southern: boolean;
}

/** Bundle of the chance of rain as the API has it, with what an old barometer would say; null until something was measured or learned. */
export function rainBundle({ rows, isFresh, p, learner, gauge, indoors, southern }: BundleParts): Precipitation | null {
  const row = rows.at(-1);
  const measured = row !== undefined && gauge.isThere(row.tS);
  const isEmpty = !measured && learner.state.strong + learner.state.weak === 0 && rows.every(measuredNothing);
  if (!row || isEmpty) return null;
  const tendencyHpaPerH = isFresh ? tendencyOf(row, rows) : null;
  const seaLevelHpa = !isFresh || row.stationHpa === null ? null : row.stationHpa * row.seaLevelRatio;
  const heritage =
    seaLevelHpa === null || tendencyHpaPerH === null
      ? null
      : zambretti(seaLevelHpa, 3 * tendencyHpaPerH, row.tS, southern);
  return {
    rain_probability: p?.rain ?? null,
    model_probability: p?.model ?? null,
    prior_probability: p?.prior ?? null,
    learner_trust: p?.trust ?? null,
    word_logit: p?.wordLogit ?? null,
    condition: heritage?.words ?? null,
    label: p === null ? null : inWords(p.rain),
    zambretti_z: heritage?.z ?? null,
    pressure_characteristic: heritage?.characteristic ?? null,
    tendency: tendencyHpaPerH,
    sea_level_pressure: seaLevelHpa,
    strong_labels: learner.state.strong,
    weak_labels: learner.state.weak,
    logloss_ewma: learner.state.loss.value,
    indoors_caveat: indoors && !measured,
    measured,
    measured_spells: gauge.lessons,
    measured_skill: gauge.skill,
  };
}

/** Change of the pressure over three hours, hPa/h at sea level; where less than one is known, the filter's rate. */
function tendencyOf(row: TickRow, rows: readonly TickRow[]): number | null {
  const before = rows.find((past) => past.tS >= row.tS - RAIN_LOOK_BACK_S);
  const spanH = before ? (row.tS - before.tS) / HOUR_S : 0;
  if (!before || spanH < 1 || row.stationHpa === null || before.stationHpa === null) {
    const rate = row.rates.pressureHpaPerH;
    return rate === null ? null : rate * row.seaLevelRatio;
  }
  return ((row.stationHpa - before.stationHpa) / spanH) * row.seaLevelRatio;
}

const measuredNothing = ({ stationHpa, humidityPct }: TickRow): boolean => stationHpa === null && humidityPct === null;

function inWords(p: number): string {
  if (p < 0.1) return 'rain very unlikely';
  if (p < 0.25) return 'rain unlikely';
  if (p < 0.5) return 'rain possible';
  return p < 0.75 ? 'rain likely' : 'rain very likely';
}
