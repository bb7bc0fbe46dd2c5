import type { Clock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import type { EventRecord } from '../contract/events.ts';
import type { Sentence } from '../words/sentence.ts';
import type { Heavy } from './jobs/heavy.ts';
import type { Files } from './sensors/machine/files.ts';
import type { Board } from './sensors/sample.ts';
import type { Store } from './store/store.ts';

/** Injected dependencies of a station. */
export interface StationParts {
  config: Config;
  version: string;
  clock: Clock;
  /** IANA name in force. */
  timeZone: string;
  store: Store;
  /** Runner of heavy jobs, which would delay samples. */
  heavy: Heavy;
  board: Board;
  /** The machine's device files; null where no hardware is looked for. */
  files: Files | null;
  /** Size of a record of an input device: 16 in a 32-bit process. */
  inputRecordBytes?: 16 | 24;
  /** Notices from before the station existed, as sentences. */
  notices: readonly Sentence[];
  /** Demo station with simulated weather. */
  demo?: boolean;
  /** Whether this is the first run: no place and no settings file yet. */
  firstRun?: () => boolean;
  log(severity: EventRecord['severity'], message: string): void;
}

/** Without a board the air is that of senders, and only those outdoors give it: it is no room's, whatever the settings say of a board. */
export function withOwnAir(parts: StationParts): StationParts {
  const { board, config } = parts;
  return board.kind === 'inputs'
    ? { ...parts, config: { ...config, site: { ...config.site, indoors: false } } }
    : parts;
}
