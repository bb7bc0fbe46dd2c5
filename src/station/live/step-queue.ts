/** First in, first out, however long: a day of held samples is released through it. */
export class StepQueue<T> {
  #steps: T[] = [];
  #done = 0;

  get length(): number {
    return this.#steps.length - this.#done;
  }

  get first(): T | undefined {
    return this.#steps[this.#done];
  }

  add(steps: readonly T[]): void {
    for (const step of steps) this.#steps.push(step);
  }

  drop(): void {
    this.#done += 1;
    if (this.#done < 1000 && this.length > 0) return;
    this.#steps = this.#steps.slice(this.#done);
    this.#done = 0;
  }
}
