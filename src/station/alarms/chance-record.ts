import { HOUR_S } from '../../base/durations.ts';
import { finite } from '../../maths/check.ts';
import type { OddsInput } from '../forecast/chance/odds.ts';

/** Thresholds that are followed: 5, 10, … 95 of 100. */
export const STEP = 0.05;
const STEPS = 19;
const TENTHS = 10;
/** Nights that a station keeps. */
export const MOST_PERIODS = 400;
const MOST_MISSING = 0.1;
const MOST_ONSETS = 12;

/** A tenth of what was said in one period: how many questions, the sum of what was said, how many came. */
export type Tenth = [tenth: number, n: number, said: number, came: number];

/** Question asked on the hour: what was said, and when. */
export interface Question {
  tS: number;
  said: number;
  /** Warning of the thermometer alone. */
  naive: boolean;
  /** Inputs of the chance, for the one who learns. */
  input: OddsInput;
}

const opened = (startS: number, byS: number) => ({
  startS,
  byS,
  /** The most that was said while the value had not been passed. */
  most: 0,
  /** When each threshold was first reached; -1 where it never was. */
  firsts: Array.from({ length: STEPS }, () => -1),
  /** When the value was passed, each time anew. */
  onsets: [] as number[],
  /** When a thermometer alone would have warned; -1 where never. */
  naive: -1,
  tenths: [] as Tenth[],
  /** Sum of the squared errors of the questions. */
  squares: 0,
  /** How many of them the thermometer alone had wrong. */
  naiveWrong: 0,
  /** Null while it is not over. */
  came: null as boolean | null,
  questions: [] as Question[],
  /** How many of them the value was passed after. */
  passedAfter: 0,
  seen: 0,
  isPassed: null as boolean | null,
});
type Open = ReturnType<typeof opened>;
/** A night, or a day: what was said of it and what came. Times are minutes from its start. */
export type Period = Omit<Open, 'questions' | 'passedAfter' | 'seen' | 'isPassed'>;

export type ChanceRecordState = ReturnType<ChanceRecord['toJSON']>;

export interface RecordOptions {
  stepS: number;
  /** Outcome of a question, for whoever learns from it. */
  judged?: (question: Question, came: boolean) => void;
  mostPeriods?: number;
}

/** A look of one tick: how far the value is from being passed, and what is said of the period. */
export interface Look {
  tS: number;
  byS: number;
  /** Distance to the limit, negative once it is passed; null where the value is missing. */
  marginTo: number | null;
  /** Null where nothing is foretold. */
  input: OddsInput | null;
  said: number | null;
}

/** A thermometer warns two degrees before. */
const NAIVE_MARGIN = 2;

/** Record of one chance alarm: of each night, what was said and whether it came. */
export class ChanceRecord {
  #periods: Period[] = [];
  #open: Open | null = null;

  constructor(private readonly options: RecordOptions) {}

  static fromJSON(saved: ChanceRecordState, options: RecordOptions): ChanceRecord {
    const record = new ChanceRecord(options);
    for (const { firsts, onsets, tenths, ...one } of [saved.open ?? [], saved.periods].flat()) {
      const numbers = [one.startS, one.byS, one.most, one.naive, one.squares, one.naiveWrong];
      for (const number of [...numbers, ...firsts, ...onsets, ...tenths.flat()]) finite(number, 'record of an alarm');
    }
    for (const { tS, said } of saved.open ? saved.open.questions : []) finite(tS + said, 'question of an alarm');
    record.#periods = saved.periods;
    record.#open = saved.open;
    return record;
  }

  toJSON() {
    return { periods: this.#periods, open: this.#open };
  }

  /** Newest last; the one that is not over at the end. */
  get periods(): readonly Period[] {
    return this.#open ? [...this.#periods, this.#open] : this.#periods;
  }

  observe(look: Look): void {
    const { tS, byS, marginTo } = look;
    if (this.#open && tS >= this.#open.byS) this.#close(tS === this.#open.byS ? marginTo : null);
    if (tS >= byS) return;
    this.#open ??= opened(tS, byS);
    if (marginTo === null) return;
    this.#see(this.#open, tS, marginTo);
    if (marginTo > 0 && look.said !== null && look.input !== null) this.#say(this.#open, look.said, look.input, look);
  }

  /** A wrong clock has stamped what came from `fromS` until `untilS`. The period that is open is begun anew. */
  timeMoved(byS: number, fromS: number, untilS: number): void {
    this.#open = null;
    for (const period of this.#periods) {
      if (period.startS < fromS || period.startS > untilS) continue;
      period.startS += byS;
      period.byS += byS;
    }
  }

  /** Values of this target are on another scale now. */
  forget(): void {
    this.#open = null;
  }

  #see(open: Open, tS: number, marginTo: number): void {
    open.seen += 1;
    const isPassed = marginTo < 0;
    const minute = minutes(tS - open.startS);
    if (isPassed && open.isPassed === false) {
      if (open.onsets.length < MOST_ONSETS) open.onsets.push(minute);
      open.passedAfter = open.questions.length;
    }
    if (!isPassed && open.naive < 0 && marginTo < NAIVE_MARGIN) open.naive = minute;
    open.isPassed = isPassed;
  }

  #say(open: Open, said: number, input: OddsInput, { tS, marginTo }: Look): void {
    open.most = Math.max(open.most, said);
    for (let k = 0; k < STEPS; k++)
      if (open.firsts[k]! < 0 && said >= (k + 1) * STEP - 1e-9) open.firsts[k] = minutes(tS - open.startS);
    const newest = open.questions.at(-1);
    if (tS % HOUR_S === 0 && newest?.tS !== tS)
      open.questions.push({ tS, said, naive: marginTo! < NAIVE_MARGIN, input });
  }

  #judge(open: Open): void {
    for (const [i, question] of open.questions.entries()) {
      const came = i < open.passedAfter;
      const tenth = Math.min(TENTHS - 1, Math.floor(question.said * TENTHS + 1e-9));
      const known = open.tenths.find(([of]) => of === tenth);
      const row: Tenth = known ?? [tenth, 0, 0, 0];
      if (!known) open.tenths.push(row);
      row[1] += 1;
      row[2] += question.said;
      row[3] += came ? 1 : 0;
      open.squares += (question.said - (came ? 1 : 0)) ** 2;
      open.naiveWrong += question.naive === came ? 0 : 1;
      this.options.judged?.(question, came);
    }
  }

  /**
   * The last look counts, where it falls on the end. A night that was seen too little of is left out, whatever was seen of it: counted only
   * where it came, such nights would make the chance look too small and the warnings too good.
   */
  #close(lastMargin: number | null): void {
    const open = this.#open!;
    this.#open = null;
    if (lastMargin !== null) this.#see(open, open.byS, lastMargin);
    const looks = (open.byS - open.startS) / this.options.stepS;
    if (open.questions.length === 0 || open.seen < (1 - MOST_MISSING) * looks) return;
    this.#judge(open);
    const { questions: _, seen: __, isPassed: ___, passedAfter: ____, ...period } = open;
    this.#periods.push({ ...period, came: period.onsets.length > 0 });
    if (this.#periods.length > (this.options.mostPeriods ?? MOST_PERIODS)) this.#periods.shift();
  }
}

const minutes = (s: number): number => Math.round(s / 60);
