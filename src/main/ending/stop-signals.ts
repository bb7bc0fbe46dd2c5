import { messageOf } from '../../base/system-error.ts';

/** Signals that ask for a stop: of a manager, of Ctrl+C, of a terminal that closes. `bin/weatherglass.mjs` hears the same ones from its first moment. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Ctrl+C reaches a program twice at once when its starter (npm, a shell) hands the terminal's signal on. That is one wish. */
const SAME_WISH_MS = 500;
/**
 * A stop takes a tenth of a second; on a busy board it gets most of what the unit's TimeoutStopSec of 10 s leaves, as what is not saved is
 * lost. The rest is for the exit, whose threads may need seconds there; what hangs even then systemd kills, where it asked.
 */
export const LIMIT_MS = 6_000;

/**
 * The first stop signal asks for an orderly stop, a second one forces the end: the process exits with 0 when everything is saved, or with 1 if
 * that failed or took longer than `limitMs`. A main thread that is blocked hears no signal: systemd kills it, a terminal has to (`kill -9`).
 * Answers how to ask without a signal.
 */
export function onStopSignal(stop: () => Promise<void>, exit: (code: number) => void, limitMs = LIMIT_MS): () => void {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  let askedMs: number | null = null;
  const ask = () => {
    if (askedMs !== null) {
      if (performance.now() - askedMs < SAME_WISH_MS) return;
      say('asked to stop a second time: leaving at once');
      exit(1);
      return;
    }
    askedMs = performance.now();
    const late = setTimeout(() => {
      say(`not stopped within ${limitMs / 1000} s: leaving anyway`);
      exit(1);
    }, limitMs);
    const failed = (error: unknown) => {
      say(`the stop failed: ${messageOf(error)}`);
      return 1;
    };
    void stop()
      .then(() => 0, failed)
      .then((code) => {
        clearTimeout(late);
        exit(code);
      });
  };
  for (const signal of STOP_SIGNALS) process.on(signal, ask);
  return ask;
}
