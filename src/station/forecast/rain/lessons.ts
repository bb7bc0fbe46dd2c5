import { restored, type Saved, savedState } from '../../../maths/codec.ts';
import { type Lesson, RainLearner } from './learner.ts';
import type { Word } from './word.ts';

/** Labels that can still be taken back or set right. Refitting all of them takes some milliseconds. */
export const LESSONS_KEPT = 1000;

/** The lessons of the newest labels and the learner that they make: one that changes has all of them learned anew in one batch. */
export class Lessons {
  readonly state = {
    /** Learner before the kept lessons: weak labels, and labels no longer kept. */
    before: new RainLearner(),
    lessons: [] as Lesson[],
  };
  #learner = new RainLearner();

  restore(saved: Saved<Lessons>): this {
    restored(this as Lessons, saved);
    this.#refit();
    return this;
  }

  get learner(): RainLearner {
    return this.#learner;
  }

  learn(lesson: Lesson): number | null {
    this.state.lessons.push(lesson);
    if (this.state.lessons.length > LESSONS_KEPT) this.state.before.learn(this.state.lessons.shift()!);
    return this.#learner.learn(lesson);
  }

  /**
   * Learns a weak label, which is never undone, before the strong ones: it delays none of them, and each can still be undone as if it had
   * never been given.
   */
  learnBefore(lesson: Lesson): void {
    this.state.before.learn(lesson);
    this.#refit();
  }

  /** Replaces the lessons of a label, bit for bit as if it had been so from the start. False where it is not kept. */
  rewrite(id: number, anew: (lesson: Lesson) => Lesson[]): boolean {
    if (!this.remembers(id)) return false;
    this.state.lessons = this.state.lessons.flatMap((lesson) => (lesson.id === id ? anew(lesson) : [lesson]));
    this.#refit();
    return true;
  }

  /** Words of the kept labels. */
  get words(): readonly Word[] {
    return this.state.lessons.flatMap(({ value, tS }) => (tS === undefined ? [] : [{ value, tS }]));
  }

  /** Newest label since `sinceS`; of two for one moment, the one given later. */
  wordSince(sinceS: number): Word | null {
    let newest: Word | null = null;
    for (const { value, tS } of this.state.lessons)
      if (tS !== undefined && tS > sinceS && !(newest && newest.tS > tS)) newest = { value, tS };
    return newest;
  }

  remembers(id: number): boolean {
    return this.state.lessons.some((lesson) => lesson.id === id);
  }

  #refit(): void {
    this.#learner = restored(new RainLearner(), savedState(this.state.before));
    for (const lesson of this.state.lessons) this.#learner.learn(lesson);
  }
}
