import type { Connections, ConnectionTest } from '../contract/connections.ts';
import type { Refusal } from '../station/api.ts';
import type { Speaker } from '../words/speaker.ts';

/** Port to the connections, which the program runs; the routes of `/api/connections` call it. */
export interface ConnectionsService {
  list(speaker?: Speaker): Connections;
  /** Null: no connection has that name. */
  test(name: string, speaker?: Speaker): Promise<ConnectionTest | Refusal | null>;
}
