import type { Choice } from '../base/languages.ts';
import type { RateLimit } from '../base/token-buckets.ts';

/** Access to changes: anyone on the network, only this machine, or anyone with the PIN. Reading is always open. */
export type Writes =
  | { mode: 'open' }
  | { mode: 'local' }
  /** Hash as `weatherglass pin` prints it. */
  | { mode: 'pin'; pinHash: string };

export interface ServerSettings {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Names beyond addresses, localhost and the machine's own name that a Host header may carry. */
  allowedHosts: readonly string[];
  /** Which of the built pages is served: what the wall speaks. */
  language: Choice;
  /** Origins of other pages that may read the API from a browser, e.g. `http://panel.lan:8123`. */
  corsOrigins: readonly string[];
  writes: Writes;
  maxStreamClients: number;
  maxConnections: number;
  /** Bodies that have begun and not ended. */
  unfinishedBodies: number;
  exportsAtOnce: number;
  writeLimit: RateLimit;
  exportLimit: RateLimit;
  /** In milliseconds of the thread that samples, for what is not at hand already. */
  readLimit: RateLimit;
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** A download or answer whose reader takes nothing for so long is given up. */
  stalledMs: number;
}

/** Default limits, against accidents and hostile neighbours; wide enough that normal clients never meet them. */
export const defaultServerSettings: ServerSettings = {
  host: '0.0.0.0',
  port: 8000,
  allowedHosts: [],
  language: 'en',
  corsOrigins: [],
  writes: { mode: 'open' },
  maxStreamClients: 64,
  maxConnections: 512,
  unfinishedBodies: 64,
  exportsAtOnce: 16,
  writeLimit: { burst: 1000, perMinute: 600 }, // a script that imports its labels passes, a runaway does not
  exportLimit: { burst: 60, perMinute: 60 },
  readLimit: { burst: 20_000, perMinute: 15_000 }, // a quarter of the thread; the page's whole History costs a tenth of a second
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  stalledMs: 60_000,
};
