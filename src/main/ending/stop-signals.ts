/** Ctrl+C reaches a program twice at once when its starter (npm, a shell) hands the terminal's signal on. That is one wish. */
const SAME_WISH_MS = 500;
/**
 * A stop takes a tenth of a second; a board that is busy with something else gets most of what the unit's TimeoutStopSec of 10 s leaves, for
 * what is not saved then is lost. The rest is for the exit, whose threads may need seconds to end on such a board; what hangs even then is
 * killed by systemd, where it asked.
 */
export const LIMIT_MS = 6_000;

/**
 * The first SIGTERM, SIGINT or SIGHUP asks for an orderly stop, a second one forces the end. `stop` resolves when everything is
 * saved; the process then exits with 0, or with 1 if it failed or took longer than `limitMs`. A main thread that is blocked for good hears no
 * signal: systemd kills it, a terminal has to (`kill -9`). Answers how to ask without a signal, and how to leave the signals to the system again.
 */
export function onStopSignal(
  stop: () => Promise<void>,
  exit: (code: number) => void,
  limitMs = LIMIT_MS,
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): { ask: () => void; off: () => void } {
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
    stop().then(
      () => {
        clearTimeout(late);
        exit(0);
      },
      (error: unknown) => {
        clearTimeout(late);
        say(`the stop failed: ${error instanceof Error ? error.message : String(error)}`);
        exit(1);
      },
    );
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, ask);
  return {
    ask,
    off: () => {
      for (const signal of signals) process.off(signal, ask);
    },
  };
}
