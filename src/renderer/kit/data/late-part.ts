export interface Ways {
  /** Whether the station answers at all. */
  answers(): Promise<boolean>;
  /** Reloads the page, unless that was tried a moment ago. */
  reload(): void;
  wait(ms: number): Promise<void>;
}

const AGAIN_MS = 4000;

/**
 * A part of the page that is fetched when it is first wanted. Two things go wrong: the station is away, and then it is waited
 * for; or it answers and the part has gone, since the station was updated while the page stayed open (a browser may also
 * remember that a part failed), and then only loading the page anew helps. Never that while the station is silent: the reader
 * would be left with the browser's own page. Nor at the first failure: a station that begins again is away for a blink.
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
