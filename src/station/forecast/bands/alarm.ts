import { clip } from '../grid.ts';
import type { ConformalSettings } from './conformal-settings.ts';

/** Misses of so many days are looked at: fewer say nothing a day ahead, where a day's misses come together. */
const MEMORY_DAYS = 14;
/** Standard deviations of what chance does to them: up to here nobody is alarmed, from there on all are. */
const CALM_UNTIL = 1.5;
const CERTAIN_FROM = 3;
/** Neighbouring forecasts share their weather for as long as they look ahead, and somewhat longer. */
const ALIKE_BEYOND_DAYS = 0.3;

/** Share of misses of the last two weeks after one more outcome; `surprise` is 1 − share for a miss, −share for a hit. */
export const lately = (before: number, surprise: number, { day }: ConformalSettings): number =>
  before + (surprise - before) / (MEMORY_DAYS * day);

/**
 * Alarm, 0..1: how clearly the misses of the last two weeks are too many or too few. Overlapping forecasts err together: a day ahead, two
 * weeks hold some twenty independent ones, and their coverage is off by six points by chance. So only an unlikely share counts, and a good
 * band stays as it is.
 */
export function alarm(excess: number, share: number, { delay, day }: ConformalSettings): number {
  const alikeDays = ALIKE_BEYOND_DAYS + delay / day;
  const byChance = Math.sqrt((share * (1 - share) * alikeDays) / (2 * MEMORY_DAYS));
  return clip((Math.abs(excess) / byChance - CALM_UNTIL) / (CERTAIN_FROM - CALM_UNTIL), 0, 1);
}
