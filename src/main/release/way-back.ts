import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { never } from '../../base/clock.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { schemaOf } from '../../station/store/sqlite/which-schema.ts';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { sentence } from '../../words/sentence.ts';
import { UserError } from '../user-error.ts';
import { addressOf } from './address.ts';
import { BEFORE, movedOn, restoreDatabase, saveDatabase } from './database-copy.ts';
import { type DebianPackage, debianVersion } from './debian-package.ts';
import { completeConfiguration, isDpkgBusy, keepPackage, reinstallKept } from './dpkg.ts';
import { judge, judgeHub } from './gate.ts';
import type { Host } from './host.ts';
import { type Journal, type Outcome, readJournal, removeFile, writeJson } from './journal.ts';
import { leavingNote } from './note.ts';
import { Services } from './services.ts';
import { asStation, readStationRecord } from './station-record.ts';

/**
 * Called by the prerm of the installed package, before dpkg changes a file: keeps this version, stops the service, saves the database and
 * leaves the journal to the guard. Nothing is changed when it refuses. A service that is switched off has nothing to be judged by,
 * so that its version is kept alone.
 */
export async function keep(host: Host, pkg: DebianPackage): Promise<void> {
  makeFolder(pkg.cache);
  const services = new Services(host, pkg.service);
  const isJudged = (await services.state()).file === 'enabled';
  await keepPackage(host, pkg);
  const journal = journalOf(pkg, null);
  if (!isJudged) return;
  if (pkg.name === 'weatherglass') journal.dataDir = (await stationOf(host, pkg, pkg.home)).address.dataDir();
  await services.stop();
  try {
    if (journal.dataDir !== null) {
      const { record } = await stationOf(host, pkg, pkg.home);
      Object.assign(journal, await saveDatabase(host, pkg.keptHome, record, journal.dataDir));
    }
    writeJson(pkg.journalFile, journal);
    writeFileSync(pkg.useKept, '', { flush: true });
  } catch (error) {
    removeFile(pkg.journalFile);
    await services.start();
    throw error;
  }
}

/** Journal back to the kept version, before anything is known of a database. */
const journalOf = ({ before }: DebianPackage, wrong: string | null): Journal => ({
  ...{ from: before!.version, schema: null, backup: null, dataDir: null },
  ...{ wrong, asked: false },
});

/** The guard: ends the journal's upgrade, running from the kept version, which a bad new one cannot reach. Null: nothing to end. */
export async function resume(host: Host, pkg: DebianPackage, waitS: number): Promise<Outcome | null> {
  let journal = readJournal(pkg.journalFile);
  if (journal === null && existsSync(pkg.keeping)) return endKeeping(host, pkg, waitS);
  removeFile(pkg.keeping);
  while (journal !== null && journal.wrong === null && existsSync(pkg.useKept)) {
    if (!isDpkgBusy(pkg.root)) return takeBack(host, pkg, { ...journal, wrong: 'it was interrupted' }, waitS);
    await host.clock.sleep(1_000, never);
    journal = readJournal(pkg.journalFile);
  }
  if (journal === null) return null;
  if (journal.wrong !== null && !isAnother(pkg, journal)) return takeBack(host, pkg, journal, waitS);
  const wrong = await judgeIt(host, pkg, () => pkg.installed?.version ?? '', waitS);
  if (wrong !== null) return takeBack(host, pkg, { ...journal, wrong }, waitS);
  removeFile(pkg.pinFile);
  const left = isDpkgBusy(pkg.root) ? null : await completeConfiguration(host, pkg);
  if (left !== null) host.say(`dpkg could not complete the installation: ${left}`);
  return end(pkg, { good: true, text: `${pkg.installed?.version} has replaced ${journal.from} and measures` });
}

/** While dpkg refused the kept package, somebody has installed another version, whose postinst lets it run: that one is judged. */
const isAnother = (pkg: DebianPackage, { asked, from }: Journal): boolean =>
  !asked && !existsSync(pkg.useKept) && pkg.installed !== null && pkg.installed.version !== from;

/** The prerm was cut off: the files are those of before, and dpkg, which calls their package broken, gets it again. */
async function endKeeping(host: Host, pkg: DebianPackage, waitS: number): Promise<Outcome | null> {
  while (isDpkgBusy(pkg.root)) await host.clock.sleep(1_000, never);
  if (!existsSync(pkg.keeping)) return null;
  await keepPackage(host, pkg);
  const journal = journalOf(pkg, 'it was interrupted');
  writeJson(pkg.journalFile, journal);
  removeFile(pkg.keeping);
  return takeBack(host, pkg, journal, waitS);
}

async function judgeIt(host: Host, pkg: DebianPackage, version: () => string, waitS: number): Promise<string | null> {
  const services = new Services(host, pkg.service);
  if (pkg.name === 'weatherglass-hub') return judgeHub(host, { root: pkg.root, services });
  const home = existsSync(pkg.useKept) || pkg.installed === null ? pkg.keptHome : pkg.home;
  const { url } = (await stationOf(host, pkg, home)).address;
  return judge(host, { url, version, waitS, services });
}

function end(pkg: DebianPackage, outcome: Outcome): Outcome {
  writeJson(pkg.outcomeFile, outcome);
  removeFile(pkg.journalFile);
  return outcome;
}

/** Takes an upgrade back: the kept program runs again within seconds; then dpkg, once nobody else uses it, gets its package again. */
async function takeBack(host: Host, pkg: DebianPackage, journal: Journal, waitS: number): Promise<Outcome> {
  const { from, wrong, asked } = journal;
  const to = pkg.installed?.version ?? 'a version that was not whole';
  writeJson(pkg.journalFile, journal);
  writeFileSync(pkg.useKept, '', { flush: true });
  host.say(`going back from ${to} to ${from}: ${wrong}`);
  const services = new Services(host, pkg.service);
  const isOff = ['disabled', 'masked'].includes((await services.state()).file); // stays so, and has nothing to be judged by
  const unstopped = await services.stopAtAnyRate();
  if (unstopped !== null) host.say(unstopped);
  const told = await stationBack(host, pkg, journal, to);
  if (!isOff) await services.start();
  while (isDpkgBusy(pkg.root)) await host.clock.sleep(1_000, never);
  const refused = await reinstallKept(host, pkg);
  if (refused !== null) {
    const text = `${told} ${from} runs from ${pkg.kept}, because dpkg refused its package: ${refused}. It is tried again in five minutes, and at each boot.`;
    writeJson(pkg.outcomeFile, { good: false, text });
    throw new UserError(text);
  }
  if (isOff) return end(pkg, { good: asked, text: `${told} The service is switched off.` });
  const unpin = !asked && to !== from && pkg.installed !== null ? pin(pkg, to) : null;
  const old = await judgeIt(host, pkg, () => from, Math.max(LEAST_WAIT_S, waitS));
  if (old !== null) unpin?.(); // a port that is taken, unusable settings: nothing says that the version is bad
  const now =
    old === null ? `${from} measures again.` : `${from} does not measure either: ${old}. See: weatherglass doctor`;
  return end(pkg, { good: asked && old === null, text: `${told} ${now}` });
}

/** Keeps apt from a version, beside those that were taken back before: a repository has them all. Answers how to let it come again. */
function pin({ name, pinFile }: DebianPackage, version: string): (() => void) | null {
  const before = existsSync(pinFile) ? readFileSync(pinFile, 'utf8') : '';
  const one = `Package: ${name}\nPin: version ${debianVersion(version)}\nPin-Priority: -1\n`;
  if (before.includes(one)) return null;
  writeWhole(pinFile, before === '' ? one : `${before}\n${one}`);
  return () => (before === '' ? removeFile(pinFile) : writeWhole(pinFile, before));
}

/** Shortest wait for the old version to measure again: a machine that was slow with the new one is slow with it, too. */
const LEAST_WAIT_S = 60;

/** Puts the database back if the new version moved it on, and leaves the station a note. Answers the sentence of it. */
async function stationBack(host: Host, pkg: DebianPackage, journal: Journal, to: string): Promise<string> {
  const { from, schema, backup, dataDir, wrong, asked } = journal;
  if (asked) return `${to} was taken back.`;
  if (to === from) return 'an upgrade was interrupted before it changed anything.';
  const restored = backup !== null && movedOn(join(dataDir!, DATABASE_FILE), schema);
  const { detail: text, said } = sentence('upgrade.taken-back', { from, to, why: wrong!, restored });
  if (dataDir === null) return text;
  const { record } = await stationOf(host, pkg, pkg.keptHome);
  if (restored) await restoreDatabase(host, pkg.keptHome, record, backup, dataDir);
  const leaving = leavingNote(dataDir, { ts: host.clock.nowS(), severity: 'warn', text, said });
  const left = await asStation(host, record, leaving);
  if (left.code !== 0) host.say(`the station will not show an event about this: ${left.out.split('\n')[0]}`);
  return text;
}

export async function stationOf(host: Host, pkg: DebianPackage, home: string) {
  const record = readStationRecord(join(home, 'station.json'));
  if (record === null) throw new UserError(`${home} is no station.`);
  return { record, address: await addressOf(host, pkg.root, record) };
}

/** Begins a rollback by hand: writes its journal and starts the guard. Refuses what the version before could not read. */
export async function askForTheWayBack(host: Host, pkg: DebianPackage): Promise<void> {
  const { before, installed } = pkg;
  if (before === null || before.version === installed?.version)
    throw new UserError(`no version older than ${installed?.version} is kept here.`);
  const journal = { ...journalOf(pkg, 'asked for'), asked: true };
  if (pkg.name === 'weatherglass') {
    const dataDir = (await stationOf(host, pkg, pkg.home)).address.dataDir();
    const present = schemaOf(join(dataDir, DATABASE_FILE));
    if (typeof present === 'number' && present > before.schema)
      throw new UserError(
        `${before.version} cannot read today’s database (schema ${present}, it knows ${before.schema}). The copy from before the upgrade is ${join(dataDir, 'backups', BEFORE)}. ` +
          'To use it, stop the station, install the older package and run "weatherglass restore" with it; newer readings are set aside.',
      );
    journal.dataDir = dataDir;
  }
  writeJson(pkg.journalFile, journal);
  const { code, out } = await host.run('systemctl', ['start', '--no-block', pkg.guard]);
  if (code === 0) return;
  removeFile(pkg.journalFile); // nobody would end it, and whoever waits for its end would wait for ever
  throw new UserError(`${pkg.guard} did not start, and nothing was changed: ${out}`);
}
