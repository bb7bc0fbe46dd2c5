import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * In which order the long files begin, those that take ten seconds or more of the gate; all others come after them, the bigger file
 * first. A clean checkout remembers no durations: without this list a long one begins when all others are done, and a core waits.
 */
const FIRST = [
  // What waits, or tells how long something took, goes first and among its like: it leaves a core to the others, and needs one.
  'server/attacks',
  'durability/clock-faketime',
  'durability/fleet-station',
  'durability/kill',
  'durability/kill-rescue',
  'server/holds',
  'main/cli',
  'durability/stopping',
  'main/stopping',
  'main/kiosk/watch',
  // What computes has no time of its own to keep.
  'station/laws/one-scale',
  'server/fuzz',
  'durability/clock-scripts',
  'durability/damage',
  'station/forecast/backtest/backtest',
  'contract/walk',
  'renderer/window',
  'station/rooms/scale',
  'contract/tools',
  'station/store/recompute/recompute',
  'station/live/clock/guard',
  'station/forecast/engine',
  'contract/station-models',
  'station/forecast/processes',
  // Pages.
  'browser/states',
  'browser/views',
  'browser/sizes',
  'browser/compare',
  'browser/calibration',
  'browser/shift',
  'browser/stream',
  'browser/flows',
  'browser/keyboard',
  'browser/pin',
];

function placeOf({ moduleId }: TestSpecification): number {
  const place = FIRST.findIndex((file) => moduleId.endsWith(`/tests/${file}.test.ts`));
  return place === -1 ? FIRST.length : place;
}

/** Within a group of suites, whatever their names. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const bySize = await super.sort(files);
    return bySize.sort((a, b) => group(a) - group(b) || placeOf(a) - placeOf(b));
  }
}
