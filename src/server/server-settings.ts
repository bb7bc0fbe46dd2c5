import type { Choice } from '../base/languages.ts';

/** Access to changes: anyone on the network, only this machine, or anyone with the PIN. Reading is always open. */
export type Writes =
  | { mode: 'open' }
  | { mode: 'local' }
  /** Hash as `weatherglass pin` prints it. */
  | { mode: 'pin'; pinHash: string };

/** Default limits, against accidents and hostile neighbours; wide enough that normal clients never meet them. */
export const defaultServerSettings = {
  host: '0.0.0.0',
  /** 0 picks a free one. */
  port: 8000,
  /** Names beyond addresses, localhost and the machine's own name that a Host header may carry. */
  allowedHosts: [] as readonly string[],
  /** Which of the built pages is served: what the wall speaks. */
  language: 'en' as Choice,
  /** Origins of other pages that may read the API from a browser, e.g. `http://panel.lan:8123`. */
  corsOrigins: [] as readonly string[],
  writes: { mode: 'open' } as Writes,
  maxStreamClients: 64,
  maxConnections: 512,
  /** Bodies that have begun and not ended. */
  unfinishedBodies: 64,
  exportsAtOnce: 16,
  writeLimit: { burst: 1000, perMinute: 600 }, // a script that imports its labels passes, a runaway does not
  exportLimit: { burst: 60, perMinute: 60 },
  /** In milliseconds of the thread that samples, for what is not at hand already. */
  readLimit: { burst: 20_000, perMinute: 15_000 }, // a quarter of the thread; the page's whole History costs a tenth of a second
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  /** A download or answer whose reader takes nothing for so long is given up. */
  stalledMs: 60_000,
};
export type ServerSettings = typeof defaultServerSettings;
