import { join } from 'node:path';
import { RUNTIME_FOLDER, readAddress } from '../machine/address-file.ts';
import { localUrl } from '../machine/addresses.ts';
import { loadSettings } from '../settings/settings.ts';
import { UserError } from '../user-error.ts';
import type { Host } from './host.ts';
import { Services, STATION_UNIT } from './services.ts';
import type { StationRecord } from './station-record.ts';

/**
 * Address of the station, found anew each time: from the address file of a running one, otherwise (stopped, or of an older release) from
 * its settings, its unit, the unit's drop-ins and the files that these name. Root writes nothing in that folder: work there runs as the
 * station's user.
 */
export async function addressOf(host: Host, root: string, record: StationRecord) {
  const settled = await settledAddress(host, record).catch((error: unknown) => {
    if (error instanceof UserError) return error; // spoilt meanwhile: no reason to stop half-way, the station's own word may do
    throw error;
  });
  const folder = join(root, RUNTIME_FOLDER);
  return {
    url(): string | null {
      const told = readAddress(folder);
      if (told !== null) return localUrl(told.host, told.port);
      return settled instanceof UserError ? null : settled.url;
    },
    dataDir(): string {
      const told = readAddress(folder);
      if (told !== null) return told.dataDir;
      if (settled instanceof UserError) throw settled;
      return settled.dataDir;
    },
  };
}

/** Refuses settings that no program could start with. The URL is unknown where they let it take any free port. */
async function settledAddress(host: Host, record: StationRecord) {
  const { env, options } = await new Services(host, STATION_UNIT).given();
  const { config, dataDir } = loadSettings(options, { ...record.env, ...env });
  const { host: address, port } = config.server;
  return { url: port === 0 ? null : localUrl(address, port), dataDir };
}
