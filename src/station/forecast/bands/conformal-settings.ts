import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { clip } from '../grid.ts';

export type ConformalSettings = ReturnType<typeof conformalSettings>;

/** With fewer days the width swings with the weather of the fortnight: 5 to 10 % of Winkler score a day ahead, nothing at an hour. */
const WINDOW_DAYS = 112;
/** From six hours on half a year of scores: with more, the damp months of a first year make the bands of the dry ones. */
const FAR_S = 6 * HOUR_S;
const FAR_WINDOW_DAYS = 224;
/** A nervous α buys no coverage when the scores are those of months, and costs width. A young head's errors change as it learns: only α follows. */
const CALM = 1 / 3;
const FAR_CALM = 1 / 10;
const FAR_UNREST = 0.01;
/** Sixty days hold so few independent errors a day ahead that their coverage is off by four points by chance: α that chased it
 * swung. A young head has nothing better. */
const LONG_DAYS = 730;
const SCORES_AT_MOST = 2016;
const SPACING_S = 600;
const COVERAGE_DAYS = 60;

/**
 * Sixteen weeks of scores, and thirty-two from six hours on. A young station keeps every second tick of five minutes (every tick of a coarser grid); each time the ring
 * is full, every second score goes and later ones are kept half as often, until the ring reaches back so far.
 */
export function conformalSettings(stepS: number, horizonS: number) {
  const ticksPerDay = DAY_S / stepS;
  const every = Math.max(1, Math.round(SPACING_S / stepS));
  const windowDays = horizonS < FAR_S ? WINDOW_DAYS : FAR_WINDOW_DAYS;
  const wanted = (windowDays * ticksPerDay) / every;
  const capacity = Math.min(SCORES_AT_MOST, Math.round(wanted));
  return {
    /** Scores kept, and of how many matured forecasts one is kept while they are young. */
    capacity,
    every,
    /** Matured forecasts in the whole window. */
    window: windowDays * ticksPerDay,
    /** How much sparser they are kept in the end: a power of two. */
    sparsest: 2 ** Math.round(Math.log2(wanted / capacity)),
    /** Delay of the feedback in steps: the horizon over the grid step. */
    delay: horizonS / stepS,
    /** Memory of the reported coverage, in updates. */
    coverageMemory: COVERAGE_DAYS * ticksPerDay,
    /** Step size of α once the window of scores is full, as a share of the largest step that the delay allows. */
    calm: horizonS < FAR_S ? CALM : FAR_CALM,
    /** Largest coverage error over two years (sixty days while young) at which α still adapts slowly. */
    unrest: horizonS < FAR_S ? Number.POSITIVE_INFINITY : FAR_UNREST,
    /** Two years, in updates. */
    longMemory: LONG_DAYS * ticksPerDay,
    /** Widths are to hold as often where they are narrow as where they are wide; otherwise α picks one of the scores. */
    even: horizonS >= FAR_S,
    /** Updates of a day: until then a band is wider than its scores say, and its hits teach α nothing. */
    day: ticksPerDay,
  };
}

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
