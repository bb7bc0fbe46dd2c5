import type { Worded } from '../../texts/worded.ts';
import type { Words } from '../../texts/words.ts';

/** What a language has to say on the page of a fleet; the words that it shares with a station's come along in the same file. */
export interface FleetWords {
  page: Words['page'];
  fleet: Worded<typeof import('./fleet.ts').en>;
}
