import { execFile } from 'node:child_process';
import type { Clock } from '../station/clock.ts';
import { every } from '../station/clock.ts';

/**
 * Speaks to systemd through `systemd-notify`, because its socket is a Unix datagram socket and Node has none. A start of that
 * helper three times in a watchdog period costs a few milliseconds of another core; the unit allows it with `NotifyAccess=all`.
 * Outside systemd (no `$NOTIFY_SOCKET`) everything here does nothing.
 */
export interface Systemd {
  ready(status: string): Promise<void>;
  stopping(): Promise<void>;
  /** Feeds the watchdog until `signal`, only while `healthy` answers null; a reason starves it and is shown in the status. */
  watch(healthy: () => string | null, clock: Clock, signal: AbortSignal): Promise<void>;
}

type Send = (lines: readonly string[]) => Promise<void>;

const sendByHelper: Send = (lines) =>
  new Promise((resolve) => {
    execFile('systemd-notify', [...lines], { timeout: 5_000 }, (error) => {
      if (error) process.stderr.write(`systemd-notify failed: ${error.message}\n`);
      resolve();
    });
  });

export function systemd(env: NodeJS.ProcessEnv = process.env, send: Send = sendByHelper): Systemd {
  const tell: Send = env['NOTIFY_SOCKET'] ? send : async () => undefined;
  const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
  return {
    ready: (status) => tell(['READY=1', `STATUS=${status}`]),
    stopping: () => tell(['--no-block', 'STOPPING=1']), // a manager that is slow to hear must not slow the stop
    async watch(healthy, clock, signal) {
      if (!env['NOTIFY_SOCKET'] || !(watchdogMs > 0)) return;
      let told: string | null = null;
      await every(watchdogMs / 3, clock, signal, async () => {
        const reason = healthy();
        const status = reason === null ? 'measuring' : `not well: ${reason}`;
        const lines = [...(reason === null ? ['WATCHDOG=1'] : []), ...(status === told ? [] : [`STATUS=${status}`])];
        told = status;
        if (lines.length > 0) await tell(lines);
      });
    },
  };
}
