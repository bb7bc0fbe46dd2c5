import type { Config } from '../../config/config.ts';
import { scryptHash } from '../../http/scrypt.ts';
import { type BoardKind, isReal } from '../../station/sensors/sample.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { portFault } from '../machine/addresses.ts';
import { hasBus, kindOfBoard } from '../machine/board.ts';

/** Stored form of a PIN: digits become a hash, a hash stays. Undefined for anything else. */
export async function keptSecret(value: unknown): Promise<string | null | undefined> {
  if (value === null) return null;
  if (typeof value !== 'string') return undefined;
  if (/^\d{4,12}$/.test(value)) return scryptHash(value);
  return /^scrypt\$[\w-]{8,128}\$[\w-]{43}$/.test(value) ? value : undefined;
}

/** The running station, as far as new settings depend on it. */
export interface Running {
  /** Board whose readings the data folder holds; null while it is opened. */
  owner: BoardKind | null;
  port: number | null;
  /** First run: set-up may come from the network, because there may be no screen. */
  firstRun?: () => boolean;
}

/** Checks whether this machine could start with the settings, which no schema can know. */
export async function whyNotStartable(config: Config, before: Config, running: Running) {
  const reasons: Record<string, Sentence> = {};
  if (config.access.writes === 'pin' && config.access.pin_hash === null)
    reasons['access.writes'] = sentence('field.needs-pin');
  const { source } = config.sensors;
  if (source !== before.sensors.source && source.startsWith('replay:'))
    reasons['sensors.source'] = sentence('field.replay');
  else if (source !== before.sensors.source && !keepsFolder(config, running.owner))
    reasons['sensors.source'] = sentence('field.other-history', { source });
  else if (source !== before.sensors.source && setsAside(config, running.owner) && !hasBus(config.sensors.i2c_bus))
    reasons['sensors.source'] = sentence('field.no-bus', { source, bus: String(config.sensors.i2c_bus) });
  const { host, port } = config.server;
  if (host !== before.server.host && !(await canListen(host, 0)))
    reasons['server.host'] = sentence('field.no-address', { host: JSON.stringify(host) });
  else if (port !== before.server.port && port !== running.port && !(await canListen(host, port)))
    reasons['server.port'] = sentence('field.no-port', { port: String(port) });
  return reasons;
}

/** Whether the settings fit the data folder, as `openHistory` judges it: a real board sets aside what a board of another kind made. */
function keepsFolder({ sensors }: Config, owner: BoardKind | null): boolean {
  const kind = kindOfBoard(sensors, owner);
  return owner === null || kind === owner || (isReal(kind) && !isReal(owner));
}

/** A simulated history is set aside for a real board. It does not come back, and not for a board that cannot be there. */
const setsAside = ({ sensors }: Config, owner: BoardKind | null): boolean =>
  !isReal(owner) && kindOfBoard(sensors, owner) === 'sense-hat';

/** Node throws at a zero byte. */
const canListen = async (host: string, port: number): Promise<boolean> =>
  !host.includes('\0') && (await portFault(host, port)) === null;
