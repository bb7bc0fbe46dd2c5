import { DAY_S } from '../../base/durations.ts';
import type { AlarmScore, AlarmTally, NaiveScore, ReliabilityBin } from '../../contract/alarms.ts';
import { median } from '../../maths/median.ts';
import { type Period, STEP } from './chance-record.ts';

/** Warnings before anything is said of how good they were. */
export const NEEDED = 10;
/** A tenth: further off than this, the chances are too sure or too careful. */
const TRUSTED_WITHIN = 0.1;
/** A night that nobody was warned of costs as much as two warnings for nothing. */
const MISS_COSTS = 2;
/** Fewer than two less: no reason to change anything. */
const WORTH_SAYING = 2;
const MONTH_S = 30.4375 * DAY_S;
const YEAR_S = 365.25 * DAY_S;
/** Nights so near in the calendar, of any year, are of one season. */
const SEASON_S = 15 * DAY_S;
/** Of a season with few nights, how often it comes at all counts as so many questions: some five nights. */
const BASE_WORTH = 100;
const TENTHS = 10;

/** The step of the record at or below a threshold. */
const stepOf = (threshold: number): number => Math.max(0, Math.floor(threshold / STEP + 1e-9) - 1);
export const steppedTo = (threshold: number): number => Number(((stepOf(threshold) + 1) * STEP).toFixed(2));

interface Warned {
  period: Period;
  /** Minutes from its start to the warning. */
  at: number;
  /** Hours until it came; null where it did not. */
  leadH: number | null;
}

/** Warning of one period by a minute; what came before the warning is no merit of it. */
function warning(period: Period, at: number): Warned | null {
  if (at < 0) return null;
  const onset = period.onsets.find((minute) => minute >= at);
  return { period, at, leadH: onset === undefined ? null : (onset - at) / 60 };
}

const leadsOf = (warned: readonly Warned[]): number[] => warned.flatMap(({ leadH }) => leadH ?? []);

const isOver = ({ came }: Period): boolean => came !== null;

function warnings(periods: readonly Period[], threshold: number): { warned: Warned[]; missed: number } {
  const step = stepOf(threshold);
  const over = periods.filter(isOver);
  const warned = over.flatMap((period) => warning(period, period.firsts[step]!) ?? []);
  const missed = over.filter((period) => period.came === true && period.firsts[step]! < 0).length;
  return { warned, missed };
}

export function tallyOf(periods: readonly Period[], threshold: number): AlarmTally {
  const { warned, missed } = warnings(periods, threshold);
  const came = leadsOf(warned).length;
  return { threshold: steppedTo(threshold), warnings: warned.length, came, for_nothing: warned.length - came, missed };
}

/** Said and came, by tenths of what was said. */
function reliabilityOf(periods: readonly Period[]): ReliabilityBin[] {
  const bins = Array.from({ length: TENTHS }, () => ({ n: 0, nights: 0, said: 0, came: 0 }));
  for (const { tenths } of periods)
    for (const [tenth, n, said, came] of tenths) {
      const bin = bins[tenth]!;
      bin.n += n;
      bin.nights += 1;
      bin.said += said;
      bin.came += came;
    }
  return bins
    .filter(({ n }) => n > 0)
    .map(({ n, nights, said, came }) => ({ said: said / n, came: came / n, n, nights }));
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/**
 * Squared error of the station's own climatology on the same questions: it says of each night how often it came on the others around that
 * date, those of later years too.
 */
function climatologyError(periods: readonly Period[]): number {
  const counts = periods.map(({ byS, tenths }) => ({
    byS,
    n: sumOf(tenths, ([, n]) => n),
    came: sumOf(tenths, ([, , , came]) => came),
  }));
  const [questions, thatCame] = [sumOf(counts, ({ n }) => n), sumOf(counts, ({ came }) => came)];
  const base = thatCame / Math.max(1, questions);
  return sumOf(counts, (one) => {
    let [n, came] = [BASE_WORTH, BASE_WORTH * base];
    for (const other of counts) {
      const apartS = Math.abs(other.byS - one.byS) % YEAR_S;
      if (other === one || Math.min(apartS, YEAR_S - apartS) > SEASON_S) continue;
      n += other.n;
      came += other.came;
    }
    const said = came / n;
    return one.came * (1 - said) ** 2 + (one.n - one.came) * said ** 2;
  });
}

/** Null where it never came: then nobody can do better than to say so. */
function brierSkill(periods: readonly Period[], errorOf: (period: Period) => number): number | null {
  const reference = climatologyError(periods);
  return reference > 0 ? 1 - sumOf(periods, errorOf) / reference : null;
}

/** The thermometer alone: warned below 2 °C now. */
function naiveOf(periods: readonly Period[]): NaiveScore {
  const warned = periods.flatMap((period) => warning(period, period.naive) ?? []);
  const leads = leadsOf(warned);
  return {
    warnings: warned.length,
    came: leads.length,
    missed: periods.filter(({ came, naive }) => came === true && naive < 0).length,
    false_per_month: perMonth(warned.length - leads.length, periods),
    median_lead_h: median(leads),
    brier_skill: brierSkill(periods, ({ naiveWrong }) => naiveWrong),
  };
}

/** Months that were watched: a gap of the record is none of them. */
const perMonth = (count: number, periods: readonly Period[]): number | null =>
  periods.length === 0 ? null : count / Math.max(1, sumOf(periods, ({ startS, byS }) => byS - startS) / MONTH_S);

/** Whether chances at or above the threshold came as often as they said. */
function verdictOf(periods: readonly Period[], threshold: number, n: number): AlarmScore['verdict'] {
  if (n < NEEDED) return 'too_few';
  const said = { n: 0, said: 0, came: 0 };
  for (const { tenths } of periods)
    for (const [tenth, count, sum, came] of tenths) {
      if ((tenth + 1) / TENTHS <= threshold) continue;
      said.n += count;
      said.said += sum;
      said.came += came;
    }
  const off = (said.said - said.came) / Math.max(1, said.n);
  return Math.abs(off) <= TRUSTED_WITHIN ? 'trusted' : off > 0 ? 'too_sure' : 'too_careful';
}

/** At most one other threshold, where it would have spared warnings or caught what was missed. */
function proposalOf(periods: readonly Period[], now: AlarmTally): AlarmTally | null {
  if (now.warnings + now.missed < NEEDED) return null;
  const cost = ({ for_nothing, missed }: AlarmTally): number => for_nothing + MISS_COSTS * missed;
  let best = now;
  for (let k = 4; k <= 18; k++) {
    const other = tallyOf(periods, k * STEP);
    const isNearer = Math.abs(other.threshold - now.threshold) < Math.abs(best.threshold - now.threshold);
    if (cost(other) < cost(best) || (cost(other) === cost(best) && isNearer)) best = other;
  }
  return cost(now) - cost(best) >= WORTH_SAYING ? best : null;
}

/** Score of one chance alarm at a threshold, from its record. `isFrost`: a thermometer alone would be a rival. */
export function scoreOf(id: string, periods: readonly Period[], threshold: number, isFrost: boolean): AlarmScore {
  const over = periods.filter(isOver);
  const leads = leadsOf(warnings(over, threshold).warned);
  const tally = tallyOf(over, threshold);
  const step = stepOf(threshold);
  return {
    id,
    threshold,
    n: tally.warnings,
    came: leads.length,
    false_per_month: perMonth(tally.for_nothing, over),
    missed: tally.missed,
    median_lead_h: median(leads),
    brier_skill: brierSkill(over, ({ squares }) => squares),
    reliability: reliabilityOf(over),
    verdict: verdictOf(over, threshold, tally.warnings),
    needed: NEEDED,
    proposal: proposalOf(over, tally),
    naive: isFrost ? naiveOf(over) : null,
    record: periods.map((period) => ({
      ts: period.byS,
      said: period.most,
      came: period.came,
      lead_h: warning(period, period.firsts[step]!)?.leadH ?? null,
    })),
  };
}
