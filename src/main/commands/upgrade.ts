import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { never } from '../../base/clock.ts';
import { HOUR_S } from '../../base/durations.ts';
import { choiceOf, existingFile, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import { type Command, EXIT, type Io } from '../command.ts';
import { type DebianPackage, debianPackage, debianVersion, PACKAGES } from '../release/debian-package.ts';
import { type Host, realHost } from '../release/host.ts';
import { type Outcome, readOutcome, removeFile } from '../release/journal.ts';
import { isTakenBack, wantedOf } from '../release/wanted-version.ts';
import { keep, resume } from '../release/way-back.ts';
import { UserError } from '../user-error.ts';

const options = {
  check: { type: 'boolean' },
  /** The version that the fleet asks for, and no other. */
  wanted: { type: 'boolean' },
  /** Of which package; for the maintainer scripts and the unit. */
  package: { type: 'string' },
  keep: { type: 'boolean' },
  /** Ends an upgrade; called by the package's unit. */
  resume: { type: 'boolean' },
} as const;

/** Installs a version by apt, as apt itself does, and waits for what the guard says about it. */
export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, {
    command: 'upgrade',
    options,
    words: ({ check, wanted, keep, resume }) => (check || wanted || keep || resume ? [] : ['FILE']),
    optional: true,
  });
  const pkg = debianPackage(nameOf(values.package));
  if (values.check) return check(io, pkg);
  mustBeRoot();
  if (values.keep) return keepOrRefuse(io, pkg);
  if (values.resume) {
    const ended = await resume(hostOf(io), pkg, waitOf(io.env['UPGRADE_WAIT_S']));
    if (ended !== null) say(io, ended);
    return EXIT.done; // also where it took the upgrade back: the guard has done its work
  }
  if (values.wanted) return upgradeToWanted(io, pkg);
  if (pkg.installed === null) throw new UserError('no package of Weatherglass is installed here. Use: apt install.');
  const [file] = words.map(existingFile);
  if (file !== undefined) removeFile(pkg.pinFile); // you ask for this very version
  const ended = await installed(pkg, file === undefined ? ['--only-upgrade', pkg.name] : [resolve(file)], 'it');
  return say(io, ended ?? { good: true, text: `${pkg.installed?.version} is installed` });
};

/** Has apt install something. The guard's outcome; null when there was nothing to judge. */
async function installed(pkg: DebianPackage, what: readonly string[], name: string): Promise<Outcome | null> {
  removeFile(pkg.outcomeFile);
  // The nightly apt-daily may hold the lock.
  const how = ['-oDPkg::Lock::Timeout=300', '-oDpkg::Options::=--force-confold'];
  const code = await apt(['install', '-y', ...how, ...what]);
  const ended = await outcomeOf(pkg);
  if (ended === null && code !== 0) throw new UserError(`apt did not install ${name}; the lines above say why.`);
  return ended;
}

/** `upgrade --wanted`: for an hourly job of an owner who lets the fleet choose the time. Only apt's own repositories bring the program. */
export async function upgradeToWanted(io: Io, pkg: DebianPackage): Promise<number> {
  if (pkg.installed === null) throw new UserError('no package of Weatherglass is installed here. Use: apt install.');
  const wanted = await wantedOf(hostOf(io), pkg);
  if (wanted === null || wanted === pkg.installed.version) return EXIT.done;
  // Apt installs a version that is named whatever its preferences say of it.
  if (isTakenBack(pkg, wanted)) {
    io.stdout.write(`weatherglass: ${wanted} did not measure here and was taken back; it is not installed again\n`);
    return EXIT.done;
  }
  await apt(['update', '-qq']);
  const ended = await installed(pkg, ['--only-upgrade', `${pkg.name}=${debianVersion(wanted)}`], wanted);
  return ended === null ? EXIT.done : say(io, ended);
}

/** The prerm tells a refusal (75, try again) from a program that does not run at all. Whatever hinders this one is a refusal. */
async function keepOrRefuse(io: Io, pkg: DebianPackage): Promise<number> {
  try {
    await keep(hostOf(io), pkg);
    return EXIT.done;
  } catch (error) {
    say(io, { good: false, text: (error as Error).message });
    return EXIT.restart;
  }
}

/** Waits until the guard has ended the upgrade. Ctrl-C ends the waiting alone. Null when there was nothing to judge. */
export async function outcomeOf(pkg: DebianPackage): Promise<Outcome | null> {
  while (existsSync(pkg.journalFile) && readOutcome(pkg.outcomeFile) === null) await systemClock.sleep(500, never);
  return readOutcome(pkg.outcomeFile);
}

/** `upgrade --check`: the newest version that apt knows. Root asks the repositories first. */
async function check(io: Io, pkg: DebianPackage): Promise<number> {
  const host = hostOf(io);
  if (process.getuid?.() === 0) await host.run('apt-get', ['update', '-qq']);
  const { out } = await host.run('env', ['LC_ALL=C', 'apt-cache', 'policy', pkg.name]);
  const [, candidate] = /^ +Candidate: (\S+)$/m.exec(out) ?? [];
  const [, installed] = /^ +Installed: (\S+)$/m.exec(out) ?? [];
  if (candidate === undefined || candidate === '(none)') throw new UserError('apt knows no package of Weatherglass.');
  const news = candidate === installed ? `${installed} is the newest that apt knows` : `${candidate} can be installed`;
  io.stdout.write(`weatherglass: ${news}\n`);
  return EXIT.done;
}

async function apt(args: string[]): Promise<number> {
  const [code] = (await once(spawn('apt-get', args, { stdio: 'inherit' }), 'exit')) as [number | null];
  return code ?? EXIT.refused;
}

const DEFAULT_WAIT_S = 120;

/** From /etc/default/weatherglass: a machine may be slower than any Pi. */
function waitOf(text: string | undefined): number {
  const seconds = Number(text ?? DEFAULT_WAIT_S);
  return seconds >= 10 && seconds <= HOUR_S ? seconds : DEFAULT_WAIT_S;
}

export const nameOf = (name = 'weatherglass') => choiceOf('--package', name, PACKAGES);

export const hostOf = (io: Io): Host => realHost((line) => io.stderr.write(`weatherglass: ${plain(line)}\n`));

/** Removes control characters, which a terminal would obey, from the answers of stations and helpers. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

export function mustBeRoot(): void {
  if (process.getuid?.() !== 0) throw new UserError('run this with sudo: it changes the installed programs.');
}

export function say(io: Io, { good, text }: Outcome): number {
  (good ? io.stdout : io.stderr).write(`weatherglass: ${plain(text)}\n`);
  return good ? EXIT.done : EXIT.refused;
}
