import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Clock, every } from '../../base/clock.ts';

type Send = (lines: readonly string[]) => Promise<void>;

const sendByHelper: Send = async (lines) => {
  const sent = promisify(execFile)('systemd-notify', [...lines], { timeout: 5_000 });
  await sent.catch((error: Error) => process.stderr.write(`systemd-notify failed: ${error.message}\n`));
};

/**
 * Speaks to systemd through `systemd-notify`, because its socket is a Unix datagram socket and Node has none. A start of that
 * helper three times in a watchdog period costs a few milliseconds of another core; the unit allows it with `NotifyAccess=all`.
 * Outside systemd (no `$NOTIFY_SOCKET`) everything here does nothing.
 */
export function systemd(env: NodeJS.ProcessEnv = process.env, send: Send = sendByHelper) {
  const tell: Send = env['NOTIFY_SOCKET'] ? send : async () => undefined;
  const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
  return {
    /** A start that may take long, for a stated reason: the manager waits that much longer for `ready`. */
    starting: (status: string, seconds: number) =>
      tell([`STATUS=${status}`, `EXTEND_TIMEOUT_USEC=${Math.ceil(seconds * 1e6)}`]),
    ready: (status: string) => tell(['READY=1', `STATUS=${status}`]),
    /** Not awaited: the helper may take seconds on a busy board, and everything is saved by then. */
    stopping: () => void tell(['--no-block', 'STOPPING=1']),
    /**
     * Feeds the watchdog until `signal` while `alive`, and keeps the status line. A station that is alive but not well (a full disk,
     * silent chips) is not restarted: what it holds in memory would be lost, and nothing mended.
     */
    async watch(alive: () => boolean, status: () => string, clock: Clock, signal: AbortSignal) {
      if (!env['NOTIFY_SOCKET'] || !(watchdogMs > 0)) return;
      let told: string | null = null;
      await every(watchdogMs / 3, clock, signal, async () => {
        const now = status();
        const lines = [...(alive() ? ['WATCHDOG=1'] : []), ...(now === told ? [] : [`STATUS=${now}`])];
        told = now;
        if (lines.length > 0) await tell(lines);
      });
    },
  };
}
