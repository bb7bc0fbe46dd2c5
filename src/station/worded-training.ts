import type { TrainResult } from '../contract/forecast.ts';
import type { Said } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';

/** Stored training result, with the reason if it changed nothing. */
export type KeptTraining = TrainResult & { said?: Said | null };

export function wordedTraining({ said = null, ...result }: KeptTraining, speaker: Speaker): TrainResult {
  return 'reason' in result ? { ...result, reason: speaker.say({ detail: result.reason, said }) } : result;
}
