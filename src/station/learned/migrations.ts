import { perTarget, type Target } from '../../contract/names.ts';

type Layout = Record<string, unknown>;

/** Thermometers of 1.1.0: one that had no reading yet had no time either. */
const thermometersHaveTimes = ({ humidityChip, pressureChip, ...fusion }: Record<string, Layout>) => ({
  humidityChip: { lastS: null, ...humidityChip },
  pressureChip: { lastS: null, ...pressureChip },
  ...fusion,
});

/** Levels of 1.1.0, which knew no series of bought sensors: its scales are the board's. */
function scalesNameTheirSeries({ recent, usual, ...levels }: { recent: Layout | null; usual: Layout | null }) {
  const named = (scale: Layout | null) => scale && { air: null, barometer: null, ...scale };
  return { ...levels, recent: named(recent), usual: named(usual) };
}

/** Running means of 1.1.0: a day mean that had no value yet had no time either. */
function dayMeansHaveTimes({ running, ...recent }: { running: { dayMean: Record<Target, Layout> } }) {
  const dayMean = perTarget((target) => ({ lastS: null, ...running.dayMean[target] }));
  return { ...recent, running: { ...running, dayMean } };
}

/**
 * Migrations of saved layouts, by component and version: each makes the next version of what a release has saved. A layout that has none
 * is learned again from the record.
 */
export const MIGRATIONS: Readonly<Record<string, (saved: never) => unknown>> = {
  'thermometers 1': thermometersHaveTimes,
  'levels 1': scalesNameTheirSeries,
  'forecast.recent 2': dayMeansHaveTimes,
};
