import { checkedLesson, type Lesson, RainLearner, type RainLearnerState } from './learner.ts';
import type { Word } from './word.ts';

/** Labels that can still be taken back or set right. Refitting all of them takes some milliseconds. */
export const LESSONS_KEPT = 1000;

export interface LessonsState {
  /** The learner before the first of the lessons. */
  before: RainLearnerState;
  lessons: Lesson[];
}

/** The lessons of the newest labels and the learner that they make: one that changes has all of them learned anew in one batch. */
export class Lessons {
  /** Learner state before the kept labels: weak labels, and labels no longer kept. */
  #before = new RainLearner();
  #kept: Lesson[] = [];
  #learner = new RainLearner();

  static fromJSON(saved: LessonsState): Lessons {
    const lessons = new Lessons();
    lessons.#before = RainLearner.fromJSON(saved.before);
    lessons.#kept = saved.lessons.map(checkedLesson);
    lessons.#refit();
    return lessons;
  }

  toJSON(): LessonsState {
    return { before: this.#before.toJSON(), lessons: this.#kept };
  }

  get learner(): RainLearner {
    return this.#learner;
  }

  learn(lesson: Lesson): number | null {
    this.#kept.push(lesson);
    if (this.#kept.length > LESSONS_KEPT) this.#before.learn(this.#kept.shift()!);
    return this.#learner.learn(lesson);
  }

  /**
   * Learns a weak label, which is never undone, before the strong ones: it delays none of them, and each can still be undone as if it had
   * never been given.
   */
  learnBefore(lesson: Lesson): void {
    this.#before.learn(lesson);
    this.#refit();
  }

  /** Replaces the lessons of a label, bit for bit as if it had been so from the start. False where it is not kept. */
  rewrite(id: number, anew: (lesson: Lesson) => Lesson[]): boolean {
    if (!this.remembers(id)) return false;
    this.#kept = this.#kept.flatMap((lesson) => (lesson.id === id ? anew(lesson) : [lesson]));
    this.#refit();
    return true;
  }

  /** Words of the kept labels. */
  get words(): readonly Word[] {
    return this.#kept.flatMap(({ value, tS }) => (tS === undefined ? [] : [{ value, tS }]));
  }

  /** Newest label since `sinceS`; of two for one moment, the one given later. */
  wordSince(sinceS: number): Word | null {
    let newest: Word | null = null;
    for (const { value, tS } of this.#kept)
      if (tS !== undefined && tS > sinceS && !(newest && newest.tS > tS)) newest = { value, tS };
    return newest;
  }

  remembers(id: number): boolean {
    return this.#kept.some((lesson) => lesson.id === id);
  }

  #refit(): void {
    this.#learner = RainLearner.fromJSON(this.#before.toJSON());
    for (const lesson of this.#kept) this.#learner.learn(lesson);
  }
}
