import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nullIfRefused } from '../../base/system-error.ts';
import { type Input, Inputs } from '../../contract/inputs.ts';
import type { I2cBus } from '../../station/sensors/bus/bus.ts';
import { openI2cBus } from '../../station/sensors/bus/i2c-bus.ts';
import type { Waiting } from '../../station/store/rescue/folder/waiting.ts';
import { systemClock } from '../clock.ts';
import { localUrl, portFault } from '../machine/addresses.ts';
import { runCommand } from '../machine/board.ts';
import { type DebianPackage, debianPackage } from '../release/debian-package.ts';
import { realHost } from '../release/host.ts';
import { type Given, Services, STATION_UNIT, type UnitState } from '../release/services.ts';
import { fileBus } from './file-bus.ts';

export type PortState = 'free' | 'ours' | 'taken' | 'silent' | 'denied' | 'no-such-address';

/** systemd's word for the station's unit, and whether an upgrade is unfinished. */
export interface ServiceState {
  unit: UnitState;
  upgrade: 'none' | 'under way' | 'left half done';
}

/** Sender as a running station lists it. */
export type HeardInput = Pick<Input, 'name' | 'model' | 'kind' | 'adopted' | 'retired' | 'silent' | 'lost' | 'battery'>;

export type Facilities = ReturnType<typeof facilitiesOf>;

/** I/O of the doctor besides files; tests bring their own. With a root folder the bus is read from a file there, and no hardware is touched. */
export function facilitiesOf(root: string | null, env: NodeJS.ProcessEnv = {}) {
  const at = (path: string) => (root === null ? path : join(root, path));
  return {
    nowS: systemClock.nowS,
    /** Null if this machine's programs do not belong to the machine under test. */
    runCommand: root === null ? runCommand : null,
    /** Rejects when the i2c-bus package is missing or built for another runtime; touches no chip. */
    openBus: async (busNumber: number): Promise<I2cBus> =>
      root === null ? openI2cBus(busNumber) : fileBus(at(`/dev/i2c-${busNumber}`)),
    async room(folder: string) {
      const { bavail, bsize, ffree, files } = await statfs(at(folder));
      return { freeBytes: bavail * bsize, freeInodes: ffree, inodes: files };
    },
    writable: async (folder: string) =>
      (await access(at(folder), constants.W_OK | constants.X_OK).then(() => true, nullIfRefused)) ?? false,
    port: (host: string, number: number) => askPort(host, number),
    /** Why the station there measures nothing, and how long it has been running; null when it measures. */
    async notReady(host: string, number: number) {
      const answer = await silentHost.ask(`${localUrl(host, number)}/api/ready`);
      if (answer?.status === 200) return null;
      const uptimeS = (await silentHost.ask(`${localUrl(host, number)}/api/health`))?.body['uptime_s'];
      return { reason: String(answer?.body['reason'] ?? 'no answer'), uptimeS: Number(uptimeS ?? 0) };
    },
    /** Senders that the station there hears; null when none answers. */
    async inputs(host: string, number: number): Promise<readonly HeardInput[] | null> {
      const answer = await silentHost.ask(`${localUrl(host, number)}/api/inputs`);
      return answer?.status === 200 ? (Inputs.safeParse(answer.body).data?.inputs ?? null) : null;
    },
    /** Whether a program is there: its path, or a name in the usual folders. */
    async hasProgram(program: string): Promise<boolean> {
      const paths = program.includes('/') ? [program] : PROGRAM_FOLDERS.map((folder) => join(folder, program));
      return paths.some((path) => existsSync(at(path)));
    },
    /** Null where no systemd runs. */
    service: async (): Promise<ServiceState | null> =>
      root === null ? { unit: await stationUnit.state(), upgrade: await upgradeState(debianPackage()) } : null,
    /** The newest backup of a folder, as the store itself lists them. */
    async newestBackup(folder: string): Promise<string | null> {
      const { listBackups } = await import('../../station/store/rescue/backups/backup.ts');
      const [newest] = listBackups(at(folder));
      return newest === undefined ? null : join(folder, basename(newest));
    },
    /** Null when the database is sound, else what is wrong with it. */
    async checkDatabase(path: string): Promise<string | null> {
      const { damageOf } = await import('../../station/store/rescue/integrity/check-database.ts');
      return damageOf(at(path));
    },
    /** Samples beside the history, which the next start brings home; null where no standby database lies. */
    async waitingBeside(dataDir: string): Promise<Waiting | null> {
      const { waitingBeside } = await import('../waiting-words.ts');
      return waitingBeside(at(dataDir), env);
    },
    /** Environment and options that the installed unit and its drop-ins set. */
    ofUnit: async (): Promise<Given> => (root === null ? stationUnit.given() : { env: {}, options: {} }),
  };
}

/** As the station's child programs search them. */
const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

const silentHost = realHost(() => undefined);
const stationUnit = new Services(silentHost, STATION_UNIT);

async function upgradeState(pkg: DebianPackage): Promise<ServiceState['upgrade']> {
  if (![pkg.journalFile, pkg.keeping].some((file) => existsSync(file))) return 'none';
  const { active, sub } = await new Services(silentHost, pkg.guard).state();
  return active === 'activating' && sub !== 'auto-restart' ? 'under way' : 'left half done';
}

/** Takes the port for a moment. One that is taken may be taken by this very station, which is as it should be. */
export async function askPort(host: string, port: number, answersWithinMs = ANSWERS_WITHIN_MS): Promise<PortState> {
  const code = await portFault(host, port);
  if (code === null) return 'free';
  if (code === 'EACCES') return 'denied';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'no-such-address';
  return whoAnswers(localUrl(host, port), answersWithinMs);
}

/** A Pi that trains its models may take its time. */
const ANSWERS_WITHIN_MS = 8_000;

/** Silence proves nothing: a busy station is silent, too. */
async function whoAnswers(url: string, withinMs: number): Promise<'ours' | 'taken' | 'silent'> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(withinMs) });
    const body = (await answer.json()) as { status?: unknown; uptime_s?: unknown };
    return body.status === 'ok' && typeof body.uptime_s === 'number' ? 'ours' : 'taken';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'silent' : 'taken'; // whatever listens there speaks something else
  }
}
