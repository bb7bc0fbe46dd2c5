import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
/** systemd-timesyncd makes the folder when it runs and the file when network time has set the clock. Others leave no such word. */
const TIMESYNC = '/run/systemd/timesync';

/** Since the machine started, not the process: what was stamped before a restart of the program stays comparable. */
const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const bootId = (): string => (existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : '');

/** The system gives it in hundredths of a second; below a second nobody slept, and steady time stays as even as it is. */
let asleep = 0;
function asleepMs(): number {
  const now = uptime() * 1000 - steadyMs();
  if (Math.abs(now - asleep) > 1000) asleep = now;
  return asleep;
}

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The machine's own time. The only place of the program that asks for it. */
export const systemClock: Clock = {
  nowS: () => Date.now() / 1000,
  steadyMs,
  computedMs,
  boot: bootId(),
  synchronised: () => (existsSync(TIMESYNC) ? existsSync(`${TIMESYNC}/synchronized`) : null),
  asleepMs,
  async sleep(ms, signal) {
    await wait(Math.max(0, ms), undefined, { signal }).catch(() => {}); // an abort rejects
  },
};
