import type { Connections, ConnectionTest } from '../contract/connections.ts';
import type { Refusal } from '../station/api.ts';
import type { Speaker } from '../words/speaker.ts';

/** Who brings others what was measured. The program does; the server asks in the words of the API. */
export interface ConnectionsDesk {
  list(speaker?: Speaker): Connections;
  /** Null: there is nobody of that name. */
  test(name: string, speaker?: Speaker): Promise<ConnectionTest | Refusal | null>;
}
