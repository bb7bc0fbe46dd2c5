export interface Ways {
  /** Whether the station answers at all. */
  answers(): Promise<boolean>;
  /** Reloads the page, unless that was tried a moment ago. */
  reload(): void;
  wait(ms: number): Promise<void>;
}

const AGAIN_MS = 4000;

/**
 * Loads a part of the page until it comes. While the station does not answer, it waits: after a reload the reader would see the browser's
 * own error page. If the station answers without that part, it reloads the page: the station was updated, or the browser remembers the
 * failure. Not at the first failure: a station that restarts is away for a moment.
 */
export async function latePart<T>(load: () => Promise<T>, ways: Ways): Promise<T> {
  for (let again = false; ; again = true) {
    try {
      return await load();
    } catch (error) {
      console.info('a part of the page did not come:', error);
    }
    if (await ways.answers()) {
      if (!again) continue;
      ways.reload();
    }
    await ways.wait(AGAIN_MS);
  }
}
