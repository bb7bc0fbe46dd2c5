import type { Config } from '../../station/config.ts';
import type { Files } from '../../station/sensors/machine/files.ts';
import type { Facilities } from './facilities.ts';
import type { Machine } from './machine.ts';

export type Verdict = 'ok' | 'warn' | 'fail';

/**
 * What one check found. `fix` is what mends it: a command to be copied as it stands, with words for the reader after three spaces
 * in brackets, or a sentence that does not begin like one; null where nothing is to be mended.
 */
export interface Finding {
  id: string;
  title: string;
  status: Verdict;
  detail: string;
  fix: string | null;
}

/** All that a check may look at. */
export interface Patient {
  files: Files;
  facilities: Facilities;
  machine: Machine;
  config: Config;
  /** Where it listens, and below where it keeps its data: what a running one says of itself, else what is set. */
  address: { host: string; port: number };
  dataDir: string;
  /** A command must be told of that folder: it goes by the settings, which say another. */
  elsewhere: boolean;
  /** Where the settings are, or would be. */
  configFile: string;
  /** Whoever asks is neither root nor the station's user, and cannot see what only those may. */
  foreign: boolean;
  /** The station is to read a Sense HAT here; otherwise what is about the board needs no mending. */
  wantsBoard: boolean;
}

/** One line of the report. A check never rejects for what it finds; one that does has a fault itself and is told as such. */
export interface Check {
  id: string;
  title: string;
  /** Can be judged only with the station's own rights: always, or where a Sense HAT is to be read. */
  asStation?: 'always' | 'with-board';
  look(patient: Patient): Promise<Outcome>;
}
export type Outcome = Omit<Finding, 'id' | 'title'>;

export const ok = (detail: string): Outcome => ({ status: 'ok', detail, fix: null });
export const warn = (detail: string, fix: string): Outcome => ({ status: 'warn', detail, fix });
export const fail = (detail: string, fix: string): Outcome => ({ status: 'fail', detail, fix });

/** For what only matters with a board. */
export const notNeeded = (): Outcome => ok('not needed: no Sense HAT is to be read here');

export async function examine(checks: readonly Check[], patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, title, look, asStation } of checks) {
    const hidden = patient.foreign && (asStation === 'always' || (asStation === 'with-board' && patient.wantsBoard));
    findings.push({ id, title, ...(hidden ? unseen(patient) : await guarded(() => look(patient))) });
  }
  return findings;
}

const unseen = ({ machine }: Patient): Outcome =>
  warn(`only root and ${machine.user.name} may look`, 'sudo weatherglass doctor');

async function guarded(look: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await look();
  } catch (error) {
    return warn(`could not be checked: ${error instanceof Error ? error.message : error}`, 'sudo weatherglass doctor');
  }
}

const RANK: Record<Verdict, number> = { ok: 0, warn: 1, fail: 2 };

/** The exit code is the worst verdict: 0 all well, 1 a warning, 2 a fault. */
export const worst = (findings: readonly Finding[]): number =>
  findings.reduce((rank, { status }) => Math.max(rank, RANK[status]), 0);
