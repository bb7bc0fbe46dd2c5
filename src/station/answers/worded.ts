import type { EventRecord } from '../../contract/events.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { ToldEvent } from '../store/tables/events.ts';

/** Events as they go out: what they were made of has become words. */
export const worded = (events: readonly ToldEvent[], speaker: Speaker): EventRecord[] =>
  events.map(({ said, ...event }) => ({ ...event, detail: speaker.say({ detail: event.detail, said: said ?? null }) }));
