import { lookup } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { connect, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../../base/clock.ts';
import { nullIfRefused } from '../../base/system-error.ts';
import type { Ports } from '../../sending/ports.ts';
import type { Log } from '../log.ts';
import { fetchTrusting } from './fetch-trusting.ts';

/** Longer is no key, no password and no certificate. */
const MOST_BYTES = 65_536;
const READ_BY_ALL = 0o004;
/**
 * Time limit of each address of a host but the last. Node's own is 250 ms, less than a round trip by satellite or a weak radio link: Node then gives
 * up the only address that works, and ends at one of IPv6 that leads nowhere.
 */
const ADDRESS_MS = 2500;

const packed = promisify(gzip);

/** The machine's own network, and its files of keys. */
export function connectionPorts(clock: Clock, log: Log): Ports {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS); // of the whole process: fetch and MQTT name none of their own
  return {
    fetch: (url, init) => fetch(url, init),
    fetchTrusting,
    lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    ownAddresses: () => Object.values(networkInterfaces()).flatMap((ones) => ones?.map(({ address }) => address) ?? []),
    connect: (options) => connect(options),
    gzip: async (text) => new Uint8Array(await packed(text)),
    clock,
    random: Math.random,
    secret: (path) => secretIn(path, log),
    log: (severity, message) => log[severity](message),
  };
}

/** Null for what is not there, not ours to read, a folder, a pipe (which would be waited for), or too long: it is missing. */
function secretIn(path: string, log: Log): string | null {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MOST_BYTES) return null;
    const text = readFileSync(path, 'utf8').trim();
    const isCertificate = text.includes('BEGIN CERTIFICATE');
    if (!isCertificate && /\p{Cc}/u.test(text.replaceAll('\t', ' '))) {
      log.warn(`The key in ${path} is more than one line, or no text: it cannot be a key.`);
      return null;
    }
    if (stat.mode & READ_BY_ALL && !isCertificate)
      log.warn(`Everybody on this machine can read the key in ${path}; "chmod 600 ${path}" keeps it to its owner.`);
    return text === '' ? null : text;
  } catch (error) {
    return nullIfRefused(error);
  }
}
