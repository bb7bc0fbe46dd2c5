import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * In which order the long files begin, those that take more than five seconds of the gate; all others come after them, the bigger file
 * first. A clean checkout remembers no durations: without this list a long one begins when all others are done, and a core waits.
 * Pages stand between the others, because four browsers at once are slower than one beside three that compute.
 */
export const LONGEST = [
  // What waits, or tells how long something took, goes first and among its like: it leaves a core to the others, and needs one.
  'kiosk/stand-in',
  'browser/wire',
  'durability/clock-faketime',
  'server/holds',
  'durability/stopping',
  'server/attacks',
  'browser/first-run',
  'station/forecast/held-answers',
  'durability/fleet-station',
  'browser/views',
  'station/laws/restart',
  'browser/first-run-homes',
  'main/demo/demo',
  'station/laws/one-scale',
  'backtest/backtest',
  'durability/waiting',
  'main/dev',
  'main/families',
  'connections/mqtt-silence',
  'main/cli',
  'browser/sensors',
  'durability/clock-scripts',
  'station/subjects/scale',
  'browser/distance',
  'main/settings-file/in-force',
  'durability/other-programs/meetings',
  'contract/walk',
  'browser/every-language',
  'durability/locks',
  'main/service',
  'browser/wall',
  'station/app/station',
  'main/cli-slips',
  'station/forecast/train',
  'hub/equality',
  'contract/tools',
  'browser/pseudo',
  'station/forecast/engine',
  'browser/keyboard',
  'station/imports/pieces-law',
  'browser/letters',
  'durability/rescue-theirs',
  'browser/alarm-editor',
  'durability/kill-mending',
  'browser/alarms',
  'station/imports/own-time',
  'browser/alarm-own',
  'station/store/clock-repair/rewind',
  'browser/flows',
  'durability/kill-alarms',
  'browser/languages',
  'durability/standby-room',
  'main/simulated-weather',
  'browser/fleet-hub',
  'connections/uploads/outages',
  'durability/last-stop',
  'browser/states',
  'durability/kill-import',
  'server/fuzz',
  'browser/calibration',
  'durability/full-disk-station',
  'browser/settings',
  'server/imports',
  'browser/settings-elsewhere',
  'station/subjects/locked-clock',
  'station/inputs/day',
  'browser/sizes',
  'station/subjects/stopped-move',
  'browser/history',
  'durability/foreign-row',
  'durability/damage',
  'durability/salvage',
  'durability/bad-log',
  'hub/hub',
  'browser/care',
  'connections/any-answer',
  'station/store/recompute/recompute',
  'station/sampling/clock/clock-guard',
  'browser/history-dates',
  'browser/fleet',
  'durability/large-database',
  'browser/fleet-map',
  'durability/while-running',
  'browser/compare',
  'durability/kill-rescue',
  'connections/masked',
  'browser/shift',
  'browser/alarm-conflict',
  'browser/no-answer',
  'renderer/window',
  'browser/connections',
  'browser/pin',
  'station/subjects/open-window',
  'browser/bring',
  'durability/clock-held',
  'station/subjects/moved-past',
  'browser/print',
  'durability/standby',
  'durability/inserted',
  'connections/mqtt',
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
