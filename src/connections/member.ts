import type { Config } from '../config/config.ts';
import type { Connection, ConnectionTest } from '../contract/connections.ts';
import type { Idle } from '../sending/outcome.ts';
import type { Ports } from '../sending/ports.ts';
import { listed } from '../sending/shown.ts';
import type { Refusal } from '../station/api.ts';
import type { Station } from '../station/app/station.ts';
import { refused, sentence } from '../words/sentence.ts';
import { ENGLISH, type Speaker } from '../words/speaker.ts';

/** Parts of the connections: the station, its settings, and the network around it. */
export interface ConnectionsParts {
  station: Station;
  config: Config;
  ports: Ports;
  /** Program version, for receivers that ask which software sends. */
  version: string;
  /** URL of the station's page for other machines; null if only this machine can open it. */
  url: string | null;
  port: number;
}

/** A connection, as the list of connections shows it. */
export interface Member {
  readonly name: string;
  status(speaker?: Speaker): Connection;
  /** Text for Home Assistant's configuration, if the connection has one. */
  readonly card?: string | null;
  /** Runs until the signal aborts. Handles its own errors. */
  run(signal: AbortSignal): Promise<void>;
  /** Something is sent at once, whatever is due. */
  test(speaker?: Speaker): Promise<ConnectionTest | Refusal>;
}

/** Member for a receiver that is off or incomplete: nothing is sent. */
export const idleMember = ({ name, enabled, lacks }: Idle): Member => ({
  name,
  status: (speaker = ENGLISH) => ({
    ...listed(name, false, { state: 'off' }),
    enabled,
    why_off: enabled ? 'incomplete' : 'disabled',
    last_error: lacks === undefined ? null : speaker.say(sentence('sink.lacks', { setting: lacks })),
  }),
  run: async () => {},
  test: async () =>
    refused(
      enabled
        ? sentence('refusal.sink-lacks', { name, setting: lacks ?? 'settings' })
        : sentence('refusal.sink-off', { name }),
    ),
});
