import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { schemaOf } from '../../station/store/rescue/schema-of.ts';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { sentence } from '../../words/sentence.ts';
import { refusalOfSystem, UserError } from '../user-error.ts';
import { addressOf, settledAddress } from './address.ts';
import { asStation } from './as-station.ts';
import { BEFORE, movedOn, restoreDatabase, saveDatabase } from './database-copy.ts';
import { startAndJudge } from './gate.ts';
import { DONE_WITHIN_S, type Host } from './host.ts';
import { clearJournal, type Journal, readJournal, writeJournal } from './journal.ts';
import type { Layout } from './layout.ts';
import { leavingNote } from './note.ts';
import { Services, UNITS } from './services.ts';
import { readStationRecord, type StationRecord, writeStationRecord } from './station-record.ts';
import { compareVersions, hasWindow, readRelease, tryRelease } from './tree.ts';
import { renderUnits, startGuard, tellSystemd, writeUnits } from './units.ts';

export interface UpgradeOptions {
  /** Seconds within which the new program must measure twice. */
  waitS: number;
  allowOlder: boolean;
  /** The installer's choice; without it the station keeps its record. */
  record?: StationRecord;
}

/** Outcome of an upgrade: exit code and one sentence. */
export interface UpgradeOutcome {
  good: boolean;
  text: string;
}

/**
 * Puts a release in place of the running one and takes it back when it does not measure. `staged` is a folder below the
 * releases, moved and not copied: what comes before the switch must be whole on disk.
 */
export async function upgrade(
  host: Host,
  layout: Layout,
  staged: string,
  options: UpgradeOptions,
): Promise<UpgradeOutcome> {
  const facts = readRelease(staged);
  const before = readStationRecord(layout.recordFile);
  const record = options.record ?? before;
  if (record === null) throw new UserError('no station is installed here; install one first with deploy/install.sh.');
  if (record.mode === 'kiosk' && !hasWindow(staged))
    throw new UserError('this station shows a window, but this release has none: build one with "npm run dist".');
  const from = layout.current;
  if (from !== null && !options.allowOlder && compareVersions(facts.version, layout.versionOf(from)) < 0)
    throw new UserError(
      `${facts.version} is older than the installed ${layout.versionOf(from)}; "weatherglass rollback" goes back to the previous release, --allow-older installs any.`,
    );
  mustHaveSystemd(layout);
  await settledAddress(host, record); // settings that nobody could start with are told before anything has changed
  await tryRelease(host, staged, facts, record.user);
  await renderUnits(host, staged);
  const onDisk = await host.run('sync', ['-f', staged], DONE_WITHIN_S);
  if (onDisk.code !== 0)
    throw new UserError(`the release could not be written to the disk (${onDisk.out}); nothing was changed.`);
  const to = layout.adopt(staged, facts.version);
  try {
    if (from === null || before === null) return await firstInstall(host, layout, record, to, options.waitS);
    return await replace(host, layout, { from, to, before, record, waitS: options.waitS });
  } catch (error) {
    if (!existsSync(layout.journalFile)) layout.prune(); // refused before anything was changed: 130 MB that nothing leads to
    throw error;
  }
}

async function firstInstall(
  host: Host,
  layout: Layout,
  record: StationRecord,
  to: string,
  waitS: number,
): Promise<UpgradeOutcome> {
  writeStationRecord(layout.recordFile, record);
  layout.point('current', to);
  layout.point('keeper', to); // the guard has nothing to do yet, but its unit must name a program that exists
  writeUnits(layout, record, to);
  const services = new Services(host, record);
  const unable = (await tellSystemd(host)) ?? (await services.enable());
  if (unable !== null) throw new UserError(`${layout.versionOf(to)} is installed, but ${unable}.`);
  layout.prune();
  const version = layout.versionOf(to);
  if (!(await services.reachable()))
    return {
      good: true,
      text: `${version} is installed; it starts with the next session of ${record.user} on this screen`,
    };
  const wrong = await startAndJudge(host, layout, record, to, waitS);
  const url = (await addressOf(host, layout, record)).url();
  return wrong === null
    ? { good: true, text: `${version} measures; the dashboard is at ${url}` }
    : {
        good: false,
        text: `${version} is installed, but does not measure: ${wrong}. See: weatherglass doctor, ${logsOf(record)}`,
      };
}

interface Change {
  from: string;
  to: string;
  before: StationRecord;
  record: StationRecord;
  waitS: number;
}

async function replace(
  host: Host,
  layout: Layout,
  { from, to, before, record, waitS }: Change,
): Promise<UpgradeOutcome> {
  const old = new Services(host, before);
  const dataDir = (await addressOf(host, layout, before)).dataDir();
  const { previous } = layout;
  const journal: Journal = {
    phase: 'prepared',
    from,
    to,
    schema: null,
    backup: null,
    previous,
    dataDir,
    waitS,
    pid: process.pid,
  };
  writeJournal(layout.journalFile, journal);
  layout.point('keeper', from); // the guard's program; it starts now, and waits
  await startGuard(host);
  const reachable = await new Services(host, record).reachable();
  try {
    await old.stop();
    Object.assign(journal, await saveDatabase(host, layout.release(from), before, dataDir));
  } catch (error) {
    clearJournal(layout.journalFile);
    const { code, out } = await old.start();
    if (code === 0 || !reachable || !(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} It could not be started again either: ${out.split('\n')[0]}`);
  }
  const wrong = await switchOver(host, layout, { from, to, before, record, waitS }, journal);
  if (wrong !== null) return revert(host, layout, journal, wrong);
  if (!reachable) {
    finish(layout);
    return {
      good: true,
      text: `${layout.versionOf(to)} is installed; it starts with the next session of ${record.user}. "weatherglass rollback" brings ${layout.versionOf(from)} back`,
    };
  }
  return conclude(host, layout, journal, record);
}

/** Null when all of it was changed; else what the machine refused half-way: the station stands still and must not be left so. */
async function switchOver(
  host: Host,
  layout: Layout,
  { from, to, before, record }: Change,
  journal: Journal,
): Promise<string | null> {
  try {
    writeJournal(layout.journalFile, { ...journal, phase: 'switched' });
    writeStationRecord(`${layout.recordFile}.before`, before);
    if (before.mode === 'headless' && record.mode !== 'headless') {
      const { code, out } = await host.run('systemctl', ['disable', UNITS.headless]);
      if (code !== 0) return `systemctl disable ${UNITS.headless} failed: ${out.split('\n')[0]}`;
    }
    writeStationRecord(layout.recordFile, record);
    layout.point('previous', from);
    layout.point('current', to);
    writeUnits(layout, record, from);
    return (await tellSystemd(host)) ?? (await new Services(host, record).enable());
  } catch (error) {
    const refused = error instanceof UserError ? error.message : refusalOfSystem(error);
    if (refused === null) throw error;
    return refused;
  }
}

/** Starts what `current` names, and either keeps it or goes back. */
async function conclude(host: Host, layout: Layout, journal: Journal, record: StationRecord): Promise<UpgradeOutcome> {
  const { from, to, waitS } = journal;
  host.say(`waiting for ${layout.versionOf(to)} to measure twice`);
  const wrong = await startAndJudge(host, layout, record, to, waitS);
  const [version, was] = [layout.versionOf(to), layout.versionOf(from)];
  if (wrong !== null) return revert(host, layout, journal, wrong);
  finish(layout);
  const url = (await addressOf(host, layout, record)).url();
  return { good: true, text: `${version} has replaced ${was} and measures; the dashboard is at ${url}` };
}

/** A failed upgrade must not cost the release that one could go back to before it. */
function bringPreviousBack(layout: Layout, { previous }: Journal): void {
  if (previous && existsSync(layout.release(previous))) layout.point('previous', previous);
  else layout.forget('previous');
}

function finish(layout: Layout): void {
  clearJournal(layout.journalFile);
  rmSync(`${layout.recordFile}.before`, { force: true });
  layout.prune();
}

/** Shortest wait for the old release to measure again: a machine that was slow with the new one is slow with it, too. */
const LEAST_WAIT_S = 60;

/** Links, units and record first, by the same one rename; then the database, if the new program moved its schema on. */
async function revert(host: Host, layout: Layout, journal: Journal, wrong: string): Promise<UpgradeOutcome> {
  const { from, to, schema, backup, waitS } = journal;
  const record = readStationRecord(layout.recordFile)!;
  const before = readStationRecord(`${layout.recordFile}.before`) ?? record;
  host.say(`the new version failed (${wrong}); going back to ${layout.versionOf(from)}`);
  const dataDir = journal.dataDir ?? (await addressOf(host, layout, before)).dataDir();
  writeJournal(layout.journalFile, { ...journal, dataDir, phase: 'reverting' });
  const unstopped = await new Services(host, record).stopAtAnyRate();
  if (unstopped !== null) host.say(unstopped);
  layout.point('current', from);
  writeStationRecord(layout.recordFile, before);
  writeUnits(layout, before, from);
  await tellAll(host, before);
  const restored = backup !== null && movedOn(join(dataDir, DATABASE_FILE), schema);
  if (restored) await restoreDatabase(host, layout.release(from), before, backup, dataDir);
  const [is, was] = [layout.versionOf(to), layout.versionOf(from)];
  const { detail: text, said } = sentence('upgrade.taken-back', { from: was, to: is, why: wrong, restored });
  const note = leavingNote(dataDir, { ts: host.clock.nowS(), severity: 'warn', text, said });
  const left = await asStation(host, before, note);
  if (left.code !== 0) host.say(`the station will not show an event about this: ${left.out.split('\n')[0]}`); // and is started all the same
  const old = await startAndJudge(host, layout, before, from, Math.max(LEAST_WAIT_S, waitS));
  bringPreviousBack(layout, journal);
  finish(layout);
  return {
    good: false,
    text:
      old === null
        ? `${text} ${was} measures again.`
        : `${text} ${was} does not measure either: ${old}. See: ${logsOf(before)}`,
  };
}

/** Goes back by hand to the release before: the same switch, the other way round. */
export async function rollback(host: Host, layout: Layout, waitS: number): Promise<UpgradeOutcome> {
  const record = readStationRecord(layout.recordFile);
  const [from, to] = [layout.current, layout.previous];
  if (record === null || from === null) throw new UserError('no station is installed here.');
  if (to === null || to === from) throw new UserError(`there is no release older than ${layout.versionOf(from)} here.`);
  mustHaveSystemd(layout);
  if (record.mode === 'kiosk' && !hasWindow(layout.release(to)))
    throw new UserError(
      `${layout.versionOf(to)} has no window, but this station shows one; "deploy/install.sh --headless" installs a station without a window.`,
    );
  const dataDir = (await addressOf(host, layout, record)).dataDir();
  const wanted = readRelease(layout.release(to)).schema;
  const present = schemaOf(join(dataDir, DATABASE_FILE));
  if (typeof present === 'number' && present > wanted)
    throw new UserError(
      `${layout.versionOf(to)} cannot read today’s database (schema ${present}, it knows ${wanted}). The copy from before the upgrade is ${join(dataDir, 'backups', BEFORE)}. ` +
        'To use it, stop the station and run "weatherglass restore" with it; newer readings are set aside.',
    );
  return replace(host, layout, { from, to, before: record, record, waitS });
}

/** After a power cut, or before another upgrade: null when there was nothing to end. */
export async function resume(host: Host, layout: Layout): Promise<UpgradeOutcome | null> {
  const journal = readJournal(layout.journalFile);
  const record = readStationRecord(layout.recordFile);
  if (journal === null || record === null) {
    if (existsSync(layout.journalFile)) clearJournal(layout.journalFile);
    return null;
  }
  if (journal.phase === 'reverting') return revert(host, layout, journal, 'going back was interrupted');
  if (layout.current !== journal.to) {
    const before = readStationRecord(`${layout.recordFile}.before`) ?? record;
    writeStationRecord(layout.recordFile, before);
    if (layout.current !== journal.from) layout.point('current', journal.from); // it led to what the cut took away
    writeUnits(layout, before, journal.from);
    await tellAll(host, before);
    const started = await new Services(host, before).start();
    bringPreviousBack(layout, journal);
    finish(layout);
    return {
      good: started.code === 0,
      text: `an interrupted upgrade was cancelled before it changed anything; ${layout.versionOf(journal.from)} runs`,
    };
  }
  writeUnits(layout, record, journal.from);
  return conclude(host, layout, journal, record);
}

/** On a way back: what systemd refuses is said, and no reason to stop half-way. */
async function tellAll(host: Host, record: StationRecord): Promise<void> {
  for (const unable of [await tellSystemd(host), await new Services(host, record).enable()])
    if (unable !== null) host.say(unable);
}

/** Refuses a machine without systemd, which starts and restarts the station. In a container or chroot every later step would fail late. */
function mustHaveSystemd({ root }: Layout): void {
  if (!existsSync(join(root, 'run/systemd/system')))
    throw new UserError('systemd does not run on this machine, and an installed station needs it.');
}

const logsOf = ({ mode }: StationRecord): string =>
  mode === 'headless' ? 'journalctl -u weatherglass' : 'journalctl --user -u weatherglass-kiosk';
