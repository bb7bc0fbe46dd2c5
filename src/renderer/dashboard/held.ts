/** Least time between two texts. Chances near a limit would otherwise change them every few minutes. */
const HOLD_S = 300;

/**
 * Hysteresis in time for a choice of words: a new one is shown at once when something has happened (`event` differs), otherwise only when
 * the old one has stood for five minutes.
 */
export class Held<T> {
  #shown: { value: T; sinceS: number; event: string } | null = null;

  next(value: T, nowS: number, event = ''): T {
    const shown = this.#shown;
    // A clock that was set back must not hold the words for hours.
    const isHeld = shown !== null && shown.event === event && nowS - shown.sinceS < HOLD_S && nowS >= shown.sinceS;
    if (isHeld) return shown.value;
    if (shown === null || shown.value !== value || shown.event !== event) this.#shown = { value, sinceS: nowS, event };
    return value;
  }
}
