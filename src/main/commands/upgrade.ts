import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { HOUR_S } from '../../base/durations.ts';
import { parseArguments } from '../arguments.ts';
import type { Command, Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { outliveReaders } from '../log.ts';
import { holdAfter, holdAlone } from '../release/alone.ts';
import { type Host, realHost } from '../release/host.ts';
import { releaseKeys } from '../release/keys.ts';
import { Layout } from '../release/layout.ts';
import { place } from '../release/place.ts';
import { stage } from '../release/stage.ts';
import { readStationRecord, type StationRecord } from '../release/station-record.ts';
import { resume, type UpgradeOutcome, upgrade } from '../release/upgrade.ts';
import { UsageError, UserError } from '../user-error.ts';

const options = {
  wait: { type: 'string' },
  'allow-unsigned': { type: 'boolean' },
  'allow-older': { type: 'boolean' },
  /** Finishes an interrupted upgrade; used by the systemd unit. */
  resume: { type: 'boolean' },
  /** Station record as JSON, from the installer. */
  station: { type: 'string' },
  /** Root folder of a staged install (DESTDIR), from the installer. */
  root: { type: 'string' },
} as const;

export const run: Command = async (args, io) => {
  const resuming = args.includes('--resume');
  const { values, words } = parseArguments(args, { command: 'upgrade', options, words: resuming ? [] : ['FILE'] });
  const record = values.station === undefined ? undefined : stationOf(values.station);
  const waitS = waitOf(values.wait);
  if (values.root !== undefined) {
    if (resuming)
      throw new UsageError(
        '--resume finishes an interrupted upgrade of this machine; --root is only for the installer.',
      );
    if (!record) throw new UsageError('--root is only for the installer, and needs --station.');
    await place(hostOf(io), new Layout(values.root), resolve(words[0]!), record);
    return EXIT.done;
  }
  const layout = new Layout();
  const host = hostOf(io);
  mustBeRoot();
  if (!resuming) holdAlone(layout);
  else if (!(await holdAfter(layout, host.clock))) return EXIT.done;
  if (existsSync(layout.journalFile)) finishFirst(host);
  const ended = await resume(host, layout);
  if (ended !== null) say(io, ended);
  if (resuming) return ended?.good === false ? EXIT.refused : EXIT.done;
  layout.clearBrokenOff();
  const staged = await stage(layout, resolve(words[0]!), {
    keys: releaseKeys(),
    allowUnsigned: values['allow-unsigned'] ?? false,
  });
  try {
    finishFirst(host);
    const verdict = await upgrade(host, layout, staged, {
      waitS,
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
  throw new UsageError(`--wait is ${text}, expected a number from 10 to ${HOUR_S}.`);
}

export function hostOf(io: Io): Host {
  // A login that ends in the middle (ssh, a closed terminal) must not leave the station between two releases.
  process.on('SIGHUP', () => undefined);
  process.umask(0o022); // the station's user reads what root makes here, however closed root's own files are
  return realHost((line) => io.stderr.write(`weatherglass: ${plain(line)}\n`));
}

/** Removes control characters, which a terminal would obey, from the answers of stations and helpers. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

/** Ctrl-C, Ctrl-\\ and Ctrl-Z. */
const AT_THE_TERMINAL = ['SIGINT', 'SIGQUIT', 'SIGTSTP'] as const;

/**
 * Detaches an upgrade from its terminal: no key and no broken connection (which would fail with our next line) ends it or holds it up.
 * Otherwise the station would be left stopped, and nobody would finish the upgrade before the next boot.
 */
export function finishFirst(
  host: Pick<Host, 'say'>,
  streams: NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  outliveReaders(streams);
  for (const signal of AT_THE_TERMINAL)
    if (process.listenerCount(signal) === 0)
      process.on(signal, () =>
        host.say('the upgrade cannot stop halfway. Wait: it ends by itself, and goes back if the new version fails'),
      );
}

export function mustBeRoot(): void {
  if (process.getuid?.() !== 0)
    throw new UserError('run this with sudo: it changes /opt/weatherglass and the system’s services.');
}

export function say(io: Io, { good, text }: UpgradeOutcome): number {
  (good ? io.stdout : io.stderr).write(`weatherglass: ${plain(text)}\n`);
  return good ? EXIT.done : EXIT.refused;
}

function stationOf(path: string): StationRecord {
  const record = readStationRecord(path);
  if (record === null) throw new UsageError(`The file for --station, ${path}, does not exist.`);
  return record;
}
