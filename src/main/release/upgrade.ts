import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { schemaOf } from '../../station/store/safety/schema-of.ts';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { localUrl } from '../addresses.ts';
import { loadSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { judge } from './gate.ts';
import type { Host } from './host.ts';
import { clearJournal, type Journal, readJournal, writeJournal } from './journal.ts';
import { type Layout, writeWhole } from './layout.ts';
import { leaveNote } from './note.ts';
import { Services } from './services.ts';
import { readStationRecord, type StationRecord } from './station-record.ts';
import { compareVersions, hasWindow, programOf, readRelease, tryRelease } from './tree.ts';
import { enableGuard, linkIn, renderUnits } from './units.ts';

export interface UpgradeOptions {
  /** How long the new program has to measure twice. */
  waitS: number;
  allowOlder: boolean;
  /** What the installer decided; without it the station stays what it is. */
  record?: StationRecord;
}

/** How it ended: exit code and the one sentence. */
export interface Verdict {
  good: boolean;
  text: string;
}

/**
 * Puts a release in place of the running one and takes it back when it does not measure. `staged` is a folder below the
 * releases, moved and not copied: what comes before the switch must be whole on disk.
 */
export async function upgrade(host: Host, layout: Layout, staged: string, options: UpgradeOptions): Promise<Verdict> {
  const facts = readRelease(staged);
  const before = readStationRecord(layout.recordFile);
  const record = options.record ?? before;
  if (record === null) throw new UserError('no station is installed here; install one with deploy/install.sh first.');
  if (record.mode === 'kiosk' && !hasWindow(staged))
    throw new UserError('this station has a window, and this release has none: build it with "npm run dist".');
  const from = layout.current;
  if (from !== null && !options.allowOlder && compareVersions(facts.version, layout.versionOf(from)) < 0)
    throw new UserError(
      `${facts.version} is older than the installed ${layout.versionOf(from)}; "weatherglass rollback" goes back to the release before, --allow-older takes any.`,
    );
  await tryRelease(host, staged, facts);
  await renderUnits(host, staged);
  const to = layout.freeId(facts.version);
  await host.run('sync', ['-f', staged]);
  renameSync(staged, layout.release(to));
  if (from === null || before === null) return firstInstall(host, layout, record, to, options.waitS);
  return replace(host, layout, { from, to, before, record, waitS: options.waitS });
}

async function firstInstall(
  host: Host,
  layout: Layout,
  record: StationRecord,
  to: string,
  waitS: number,
): Promise<Verdict> {
  writeWhole(layout.recordFile, `${JSON.stringify(record, null, 2)}\n`);
  layout.point('current', to);
  layout.point('keeper', to); // the guard has nothing to do yet, but its unit must name a program that exists
  linkIn(layout, record, guardOf(layout, to));
  const services = new Services(host, record);
  await host.run('systemctl', ['daemon-reload']);
  await services.enable();
  await enableGuard(host);
  layout.prune();
  const version = layout.versionOf(to);
  if (!(await services.reachable()))
    return {
      good: true,
      text: `${version} is installed; it starts with the next session of ${record.user} on this screen`,
    };
  const wrong = await startAndJudge(host, layout, record, to, waitS);
  const { url } = await addressOf(host, record);
  return wrong === null
    ? { good: true, text: `${version} measures; the dashboard is at ${url}` }
    : {
        good: false,
        text: `${version} is installed, but does not measure within ${waitS} s: ${wrong}. See: weatherglass doctor, ${logsOf(record)}`,
      };
}

interface Change {
  from: string;
  to: string;
  before: StationRecord;
  record: StationRecord;
  waitS: number;
}

async function replace(host: Host, layout: Layout, { from, to, before, record, waitS }: Change): Promise<Verdict> {
  const old = new Services(host, before);
  const { dataDir } = await addressOf(host, before);
  const journal: Journal = { phase: 'prepared', from, to, schema: null, backup: null, waitS, pid: process.pid };
  writeJournal(layout.journalFile, journal);
  const reachable = await new Services(host, record).reachable();
  await old.stop();
  try {
    Object.assign(journal, await saveDatabase(host, layout.release(from), before, dataDir));
  } catch (error) {
    clearJournal(layout.journalFile);
    await old.start();
    throw error;
  }
  layout.point('keeper', from);
  writeJournal(layout.journalFile, { ...journal, phase: 'switched' });
  writeWhole(`${layout.recordFile}.before`, JSON.stringify(before));
  if (before.mode !== record.mode)
    await host.run('systemctl', before.mode === 'headless' ? ['disable', old.unit] : ['daemon-reload']);
  writeWhole(layout.recordFile, `${JSON.stringify(record, null, 2)}\n`);
  layout.point('previous', from);
  layout.point('current', to);
  linkIn(layout, record, guardOf(layout, from));
  await host.run('systemctl', ['daemon-reload']);
  await new Services(host, record).enable();
  await enableGuard(host);
  if (!reachable) {
    finish(layout);
    return {
      good: true,
      text: `${layout.versionOf(to)} is in place; it starts with the next session of ${record.user}. "weatherglass rollback" brings ${layout.versionOf(from)} back`,
    };
  }
  return conclude(host, layout, journal, record);
}

/** Starts what `current` names, and either keeps it or goes back. */
async function conclude(host: Host, layout: Layout, journal: Journal, record: StationRecord): Promise<Verdict> {
  const { from, to, waitS } = journal;
  host.say(`waiting for ${layout.versionOf(to)} to measure twice`);
  const wrong = await startAndJudge(host, layout, record, to, waitS);
  const [version, was] = [layout.versionOf(to), layout.versionOf(from)];
  if (wrong !== null) return revert(host, layout, journal, wrong);
  finish(layout);
  const { url } = await addressOf(host, record);
  return { good: true, text: `${version} measures in place of ${was}; the dashboard is at ${url}` };
}

function finish(layout: Layout): void {
  clearJournal(layout.journalFile);
  rmSync(`${layout.recordFile}.before`, { force: true });
  layout.prune();
}

/** For the old one to measure again; a machine that is slow with the new one is as slow with it. */
const LEAST_WAIT_S = 60;

/** Links, units and record first, by the same one rename; then the database, if the new program moved its schema on. */
async function revert(host: Host, layout: Layout, journal: Journal, wrong: string): Promise<Verdict> {
  const { from, to, schema, backup, waitS } = journal;
  const record = readStationRecord(layout.recordFile)!;
  const before = readStationRecord(`${layout.recordFile}.before`) ?? record;
  host.say(`it does not (${wrong}); going back to ${layout.versionOf(from)}`);
  writeJournal(layout.journalFile, { ...journal, phase: 'reverting' });
  await new Services(host, record).stop();
  layout.point('current', from);
  writeWhole(layout.recordFile, `${JSON.stringify(before, null, 2)}\n`);
  linkIn(layout, before, guardOf(layout, from));
  await host.run('systemctl', ['daemon-reload']);
  await new Services(host, before).enable();
  const { dataDir } = await addressOf(host, before);
  const restored = backup !== null && movedOn(join(dataDir, DATABASE_FILE), schema);
  if (restored) await restoreDatabase(host, layout.release(from), before, backup, dataDir);
  const text = `The upgrade from ${layout.versionOf(from)} to ${layout.versionOf(to)} was taken back: ${wrong}.${restored ? ' The database is the one from before it.' : ''}`;
  leaveNote(dataDir, { ts: host.clock.nowS(), severity: 'warn', text });
  const old = await startAndJudge(host, layout, before, from, Math.max(LEAST_WAIT_S, waitS));
  layout.forget('previous');
  finish(layout);
  return {
    good: false,
    text:
      old === null
        ? `${text} ${layout.versionOf(from)} measures again.`
        : `${text} ${layout.versionOf(from)} does not measure either: ${old}. See: ${logsOf(before)}`,
  };
}

/** Goes back by hand to the release before: the same switch, the other way round. */
export async function rollback(host: Host, layout: Layout, waitS: number): Promise<Verdict> {
  const record = readStationRecord(layout.recordFile);
  const [from, to] = [layout.current, layout.previous];
  if (record === null || from === null) throw new UserError('no station is installed here.');
  if (to === null || to === from)
    throw new UserError(`there is no release before ${layout.versionOf(from)} to go back to.`);
  const { dataDir } = await addressOf(host, record);
  const wanted = readRelease(layout.release(to)).schema;
  const present = schemaOf(join(dataDir, DATABASE_FILE));
  if (present !== null && present > wanted)
    throw new UserError(
      `${layout.versionOf(to)} cannot read the present database (schema ${present}, it knows ${wanted}). The copy from before the upgrade is ${join(dataDir, 'backups', BEFORE)}; ` +
        '"weatherglass restore" puts it in place once the station is stopped, and what was measured since stays aside.',
    );
  return replace(host, layout, { from, to, before: record, record, waitS });
}

/** After a power cut, or before another upgrade: null when there was nothing to end. */
export async function resume(host: Host, layout: Layout): Promise<Verdict | null> {
  const journal = readJournal(layout.journalFile);
  const record = readStationRecord(layout.recordFile);
  if (journal === null || record === null) {
    if (existsSync(layout.journalFile)) clearJournal(layout.journalFile);
    return null;
  }
  if (journal.phase === 'reverting') return revert(host, layout, journal, 'its way back was interrupted');
  if (layout.current !== journal.to) {
    const before = readStationRecord(`${layout.recordFile}.before`) ?? record;
    writeWhole(layout.recordFile, `${JSON.stringify(before, null, 2)}\n`);
    linkIn(layout, before, guardOf(layout, journal.from));
    await host.run('systemctl', ['daemon-reload']);
    await new Services(host, before).enable();
    const started = await new Services(host, before).start();
    finish(layout);
    return {
      good: started.code === 0,
      text: `an interrupted upgrade was given up before it changed anything; ${layout.versionOf(journal.from)} runs`,
    };
  }
  linkIn(layout, record, guardOf(layout, journal.from));
  return conclude(host, layout, journal, record);
}

async function startAndJudge(
  host: Host,
  layout: Layout,
  record: StationRecord,
  id: string,
  waitS: number,
): Promise<string | null> {
  const { url } = await addressOf(host, record);
  const startedMs = host.clock.steadyMs();
  const services = new Services(host, record);
  const { code, out } = await services.start();
  const wrong = await judge(host, { url, version: layout.versionOf(id), startedMs, waitS });
  return wrong !== null && code !== 0 ? `${wrong}; systemctl says: ${out.split('\n')[0]}` : wrong;
}

export const BEFORE = 'before-upgrade.db';

/** The station is stopped, so the copy holds all of it. Made and checked by the old program, as the station's own user. */
async function saveDatabase(
  host: Host,
  release: string,
  record: StationRecord,
  dataDir: string,
): Promise<Pick<Journal, 'schema' | 'backup'>> {
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) return { schema: null, backup: null };
  const backup = join(dataDir, 'backups', BEFORE);
  const fresh = `${backup}.new`;
  rmSync(fresh, { force: true });
  const folder = await asStation(host, record, ['mkdir', '-p', join(dataDir, 'backups')]);
  const copy =
    folder.code === 0
      ? await asStation(host, record, [...programOf(release), 'backup', fresh, '--data', dataDir])
      : folder;
  if (copy.code !== 0)
    throw new UserError(
      `the database could not be saved before the upgrade (${copy.out.split('\n').at(-1)}); nothing was changed.`,
    );
  renameSync(fresh, backup);
  return { schema: schemaOf(backup), backup };
}

async function restoreDatabase(
  host: Host,
  release: string,
  record: StationRecord,
  backup: string,
  dataDir: string,
): Promise<void> {
  const { code, out } = await asStation(host, record, [...programOf(release), 'restore', backup, '--data', dataDir]);
  if (code !== 0) throw new UserError(`the database from before the upgrade (${backup}) could not be put back: ${out}`);
}

function movedOn(database: string, schema: number | null): boolean {
  const now = schemaOf(database);
  return schema !== null && now !== null && now > schema;
}

/** Files that root made in the data folder would be closed to the station. */
const asStation = (host: Host, record: StationRecord, command: readonly string[]) =>
  host.run('runuser', ['-u', record.user, '--', ...command]);

/** Where the station will answer, by its own settings: file, unit and drop-ins. */
async function addressOf(host: Host, record: StationRecord): Promise<{ url: string; dataDir: string }> {
  const environment = { ...record.env, ...(await new Services(host, record).environment()) };
  const { config, dataDir } = loadSettings({}, environment);
  const { host: address, port } = config.server;
  if (port === 0)
    throw new UserError(
      'server.port is 0: nobody can ask the station whether it measures. Set a port for an installed one.',
    );
  return { url: localUrl(address, port), dataDir };
}

const logsOf = ({ mode }: StationRecord): string =>
  mode === 'headless' ? 'journalctl -u weatherglass' : 'journalctl --user -u weatherglass-kiosk';

const guardOf = (layout: Layout, id: string): string =>
  readFileSync(join(layout.release(id), 'deploy/weatherglass-upgrade.service'), 'utf8');
