import type { SettingsChanged } from '../../../contract/settings.ts';
import type { Status } from '../../../contract/status.ts';
import { wait } from '../wait.ts';
import { ApiProblem } from './api.ts';
import { getJson, status } from './station.ts';

/** Longer than most beginnings: then the reader is told that it has not come back yet. */
const LATE_AFTER_MS = 15_000;
/** Longest wait for a restart: many changes wait a minute together. A station that answers after it does not restart for this one. */
const LONGEST_WAIT_MS = 65_000;
const LOOK_EVERY_MS = 400;
/** A connection that the old server still took may stay without an answer. */
const MUTE_MS = 3000;

/** Handler of a request without an answer: null. */
const noAnswer = (error: unknown): null => {
  if (error instanceof ApiProblem || error instanceof DOMException) return null;
  throw error;
};

/**
 * Waits for a restart: until a station answers whose uptime says that it began after this moment. (Its start time would be computed anew
 * with each answer.) Silence meanwhile is expected; `late` is called once if it lasts. A station that still answers has not restarted yet,
 * so we wait. If nothing needs a restart, it does not wait.
 */
export async function begunAgain({ begins }: SettingsChanged, afterMs: number, late: () => void): Promise<void> {
  if (!begins) return;
  for (let isLate = false; ; ) {
    await wait(isLate ? MUTE_MS : LOOK_EVERY_MS);
    const now = await getJson<Status>('/api/status', AbortSignal.timeout(MUTE_MS)).catch(noAnswer);
    const sinceMs = performance.now() - afterMs;
    if (now !== null && (1000 * now.uptime_s < sinceMs || sinceMs > LONGEST_WAIT_MS)) break;
    if (!isLate && now === null && sinceMs > LATE_AFTER_MS) {
      isLate = true;
      late();
    }
  }
  await status.load();
}
