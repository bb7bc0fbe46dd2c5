import { checkedLesson, type Lesson, RainLearner, type RainLearnerState } from './learner.ts';
import type { Word } from './word.ts';

/** Labels that are told with the model itself, and those before them that can still be taken back or set right exactly. */
const JOURNAL = 24;
const OLDER = 1000;

/** Lessons from before the journal, and the learner before the first of them. It changes with a label, and is worth a row of its own. */
export interface OlderLessons {
  before: RainLearnerState;
  journal: Lesson[];
}

export interface LessonsState {
  learner: RainLearnerState;
  before: RainLearnerState;
  journal: Lesson[];
  /** Absent in what an older program saved: what it had learned from older labels stays. */
  older?: OlderLessons;
}

/** The learner with the lessons that made it, so that one of them can be taken back or set right as if it had been so from the start. */
export class Lessons {
  #learner = new RainLearner();
  /** The learner as it was before the first lesson of the journal. */
  #before = new RainLearner();
  #journal: Lesson[] = [];
  /** The learner before the first of the older lessons, which lead from there to `#before`. */
  #first = new RainLearner();
  #older: Lesson[] = [];

  static fromJSON(saved: LessonsState): Lessons {
    const lessons = new Lessons();
    lessons.#learner = RainLearner.fromJSON(saved.learner);
    lessons.#before = RainLearner.fromJSON(saved.before);
    lessons.#journal = saved.journal.map(checkedLesson);
    lessons.#recallOlder(saved.older);
    return lessons;
  }

  toJSON(): Required<LessonsState> {
    return {
      learner: this.#learner.toJSON(),
      before: this.#before.toJSON(),
      journal: this.#journal,
      older: { before: this.#first.toJSON(), journal: this.#older },
    };
  }

  get learner(): RainLearner {
    return this.#learner;
  }

  learn(lesson: Lesson): number | null {
    this.#journal.push(lesson);
    if (this.#journal.length > JOURNAL) {
      const older = this.#journal.shift()!;
      this.#before.learn(older);
      this.#older.push(older);
    }
    if (this.#older.length > OLDER) this.#first.learn(this.#older.shift()!);
    return this.#learner.learn(lesson);
  }

  /**
   * What the sky says by itself is nobody's word and is never taken back, so it is learned before the labels that can be: it keeps
   * them from nothing, and each of them can still be undone as if it had never come.
   */
  learnBefore(lesson: Lesson): void {
    this.#first.learn(lesson);
    this.#replayAll();
  }

  /** Another set of lessons in place of one, bit for bit as if it had been so from the start. False where it cannot be reached. */
  rewrite(id: number, anew: (lesson: Lesson) => Lesson[]): boolean {
    if (!this.remembers(id)) return false;
    const rewritten = (lessons: readonly Lesson[]) =>
      lessons.flatMap((lesson) => (lesson.id === id ? anew(lesson) : [lesson]));
    this.#older = rewritten(this.#older);
    this.#journal = rewritten(this.#journal);
    this.#replayAll();
    return true;
  }

  /** What was said last of the time after `sinceS`; of two words for one moment the one that was given later. */
  wordSince(sinceS: number): Word | null {
    let newest: Word | null = null;
    for (const lessons of [this.#older, this.#journal])
      for (const { value, tS } of lessons)
        if (tS !== undefined && tS > sinceS && !(newest && newest.tS > tS)) newest = { value, tS };
    return newest;
  }

  remembers(id: number): boolean {
    return [this.#journal, this.#older].some((lessons) => lessons.some((lesson) => lesson.id === id));
  }

  #replayAll(): void {
    this.#before = copy(this.#first);
    for (const lesson of this.#older) this.#before.learn(lesson);
    this.#learner = copy(this.#before);
    for (const lesson of this.#journal) this.#learner.learn(lesson);
  }

  /** What an older program has learned meanwhile fits no older lessons: those are then forgotten, and what they taught stays. */
  #recallOlder(saved: OlderLessons | undefined): void {
    this.#first = copy(this.#before);
    if (!saved) return;
    const before = RainLearner.fromJSON(saved.before);
    const lessons = saved.journal.map(checkedLesson);
    const led = copy(before);
    for (const lesson of lessons) led.learn(lesson);
    if (JSON.stringify(led.toJSON()) !== JSON.stringify(this.#before.toJSON())) return;
    this.#first = before;
    this.#older = lessons;
  }
}

const copy = (learner: RainLearner): RainLearner => RainLearner.fromJSON(learner.toJSON());
