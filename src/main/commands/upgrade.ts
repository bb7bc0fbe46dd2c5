import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { HOUR_S } from '../../durations.ts';
import { parseArguments } from '../arguments.ts';
import type { Command, Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { type Host, realHost } from '../release/host.ts';
import { readJournal } from '../release/journal.ts';
import { releaseKeys } from '../release/keys.ts';
import { Layout } from '../release/layout.ts';
import { place } from '../release/place.ts';
import { stage } from '../release/stage.ts';
import { readStationRecord, type StationRecord } from '../release/station-record.ts';
import { resume, upgrade, type Verdict } from '../release/upgrade.ts';
import { UsageError, UserError } from '../user-error.ts';

const options = {
  wait: { type: 'string' },
  'allow-unsigned': { type: 'boolean' },
  'allow-older': { type: 'boolean' },
  /** For the unit that ends what a power cut interrupted. */
  resume: { type: 'boolean' },
  /** For the installer: what the station is to be, as JSON. */
  station: { type: 'string' },
  /** For the installer: lay the files out below this folder and touch nothing else. */
  root: { type: 'string' },
} as const;

export const run: Command = async (args, io) => {
  const resuming = args.includes('--resume');
  const { values, words } = parseArguments(args, { command: 'upgrade', options, words: resuming ? [] : ['FILE'] });
  const record = values.station === undefined ? undefined : stationOf(values.station);
  if (values.root !== undefined) {
    if (!record) throw new UsageError('--root belongs to the installer and needs --station.');
    await place(hostOf(io), new Layout(values.root), resolve(words[0]!), record);
    return EXIT.done;
  }
  const layout = new Layout();
  const host = hostOf(io);
  beginAlone(layout);
  const ended = await resume(host, layout);
  if (ended !== null) say(io, ended);
  if (resuming) return ended?.good === false ? EXIT.refused : EXIT.done;
  const staged = await stage(host, layout, resolve(words[0]!), {
    keys: releaseKeys(),
    allowUnsigned: values['allow-unsigned'] ?? false,
  });
  try {
    const verdict = await upgrade(host, layout, staged, {
      waitS: waitOf(values.wait),
      allowOlder: values['allow-older'] ?? false,
      ...(record && { record }),
    });
    return say(io, verdict);
  } finally {
    if (existsSync(staged)) rmSync(staged, { recursive: true });
  }
};

const DEFAULT_WAIT_S = 120;

export function waitOf(text: string | undefined): number {
  const seconds = text === undefined ? DEFAULT_WAIT_S : Number(text);
  if (seconds >= 10 && seconds <= HOUR_S) return seconds;
  throw new UsageError(`--wait is ${text}, must be a number from 10 to ${HOUR_S}.`);
}

export function hostOf(io: Io): Host {
  // A login that ends in the middle (ssh, a closed terminal) must not leave the station between two releases.
  process.on('SIGHUP', () => undefined);
  return realHost((line) => io.stderr.write(`weatherglass: ${line}\n`));
}

/** As root, and one at a time. */
export function beginAlone(layout: Layout): void {
  if (process.getuid?.() !== 0)
    throw new UserError('run it with sudo: it changes /opt/weatherglass and the system’s units.');
  const pid = readJournal(layout.journalFile)?.pid;
  const line = pid === undefined || pid === process.pid ? null : commandLineOf(pid);
  if (line !== null && /\b(upgrade|rollback)\b/.test(line))
    throw new UserError(`process ${pid} is already at it; wait until it has ended.`);
}

function commandLineOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function say(io: Io, { good, text }: Verdict): number {
  (good ? io.stdout : io.stderr).write(`weatherglass: ${text}\n`);
  return good ? EXIT.done : EXIT.refused;
}

function stationOf(path: string): StationRecord {
  const record = readStationRecord(path);
  if (record === null) throw new UsageError(`--station names ${path}, which is not there.`);
  return record;
}
