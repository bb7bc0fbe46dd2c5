import type { EventRecord } from '../../contract/events.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { ToldEvent } from '../store/tables/events.ts';

/** Events in the reader's language: each sentence from its code and parameters. */
export const worded = (events: readonly ToldEvent[], speaker: Speaker): EventRecord[] =>
  events.map(({ said, ...event }) => ({ ...event, detail: speaker.say({ detail: event.detail, said: said ?? null }) }));
