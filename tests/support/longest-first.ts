import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * In which order the long files begin, those that take ten seconds or more of the gate; all others come after them, the bigger file
 * first. A clean checkout remembers no durations: without this list a long one begins when all others are done, and a core waits.
 * Pages stand between the others, because four browsers at once are slower than one beside three that compute.
 */
export const LONGEST = [
  // What waits, or tells how long something took, goes first and among its like: it leaves a core to the others, and needs one.
  'kiosk/stand-in',
  'durability/clock-faketime',
  'server/holds',
  'durability/stopping',
  'browser/first-run',
  'durability/fleet-station',
  'durability/clock-scripts',
  'browser/states',
  'station/laws/one-scale',
  'durability/kill',
  'browser/views',
  'server/fuzz',
  'main/cli',
  'browser/sizes',
  'durability/damage',
  'durability/kill-rescue',
  'browser/every-language',
  'backtest/backtest',
  'durability/other-programs',
  'browser/shift',
  'station/subjects/scale',
  'connections/any-answer',
  'browser/calibration',
  'contract/walk',
  'contract/tools',
  'browser/stream',
  'station/forecast/engine',
  'station/store/clock-repair/rewind',
  'browser/settings',
  'durability/salvage',
  'hub/hub',
  'browser/care',
  'main/kiosk/watch',
  'browser/keyboard',
  'station/store/recompute/recompute',
  'station/sampling/clock/guard',
  'browser/offline',
  'durability/while-running',
  'browser/fleet',
  'contract/station-models',
  'renderer/window',
  'browser/compare',
  'connections/masked',
  'browser/letters',
  'browser/wire',
  'browser/flows',
  'browser/connections',
  'browser/pin',
  'browser/languages',
];

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/tests/${file}.test.ts`));
  return place === -1 ? LONGEST.length : place;
}

/** Suites that live on another day (tests/support/days.ts) begin while it is what it is: two minutes before summer time, for one. */
const isOnItsDay = ({ project }: TestSpecification): number => (project.config.env?.['FAKETIME'] ? 0 : 1);

/** Within a group of suites, whatever their names. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const bySize = await super.sort(files);
    return bySize.sort((a, b) => group(a) - group(b) || isOnItsDay(a) - isOnItsDay(b) || placeOf(a) - placeOf(b));
  }
}
