import { messageOf } from '../../base/system-error.ts';
import type { Config } from '../../config/config.ts';
import type { Files } from '../../station/sensors/machine/files.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Facilities } from './facilities.ts';
import type { Machine } from './machine.ts';

/** From the best verdict to the worst. */
export const GRADES = ['ok', 'warn', 'fail'] as const;
export type Grade = (typeof GRADES)[number];

/** Way to fix a problem: a shell command to copy as it stands (text), a sentence, or both. */
export type Fix = string | Sentence | ReturnType<typeof command>;

/** Result of one check; `fix` is null where nothing is wrong. */
export interface Finding {
  id: string;
  title: Sentence;
  status: Grade;
  detail: Sentence;
  fix: Fix | null;
}

export const command = (shell: string, words: Sentence) => ({ command: shell, words });

/** A finding as programs read it: English, the words of a command in brackets behind three spaces. */
export type PlainFinding = ReturnType<typeof plain>;
export const plain = ({ id, title, status, detail, fix }: Finding) => ({
  id,
  title: title.detail,
  status,
  detail: detail.detail,
  fix: fix === null ? null : fixText(fix, ({ detail: english }) => english),
});

/** A fix as one line: the command to the letter, the words in the reader's language. */
export function fixText(fix: Fix, say: (words: Sentence) => string): string {
  if (typeof fix === 'string') return fix;
  return 'command' in fix ? `${fix.command}   (${say(fix.words)})` : say(fix);
}

/** A path or name as one word of a command: it may have a blank in it, or be told by the station's user, and is copied behind `sudo`. */
export const word = (path: string): string =>
  /^[\w/.,:=@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export interface Patient {
  files: Files;
  facilities: Facilities;
  machine: Machine;
  config: Config;
  /** Listening address, and below the data folder: as a running station reports them, else as set. */
  address: { host: string; port: number };
  dataDir: string;
  /** Options without which a command finds another station: --data and --config, each behind a blank. */
  placeOptions: string;
  demo: boolean;
  /** The data folder is that of the installed service. */
  ofService: boolean;
  /** Path of the settings file, whether it exists or not. */
  configFile: string;
  /** The caller is neither root nor the station's user, and cannot see everything. */
  foreign: boolean;
  /** The station is to read a Sense HAT here; otherwise what is about the board needs no mending. */
  wantsBoard: boolean;
}

/** A check of the doctor. It never rejects for what it finds; one that rejects is reported as a fault of its own. */
export interface Check {
  id: string;
  title: Sentence;
  /** Can be judged only with the station's own rights: always, or where a Sense HAT is to be read. */
  asStation?: 'always' | 'with-board';
  look(patient: Patient): Promise<Outcome>;
}
export type Outcome = Omit<Finding, 'id' | 'title'>;

export const ok = (detail: Sentence): Outcome => ({ status: 'ok', detail, fix: null });
export const warn = (detail: Sentence, fix: Fix): Outcome => ({ status: 'warn', detail, fix });
export const fail = (detail: Sentence, fix: Fix): Outcome => ({ status: 'fail', detail, fix });

export const notNeeded = (): Outcome => ok(sentence('doctor.no-board-needed'));

export async function examine(checks: readonly Check[], patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, title, look, asStation } of checks) {
    const hidden = patient.foreign && (asStation === 'always' || (asStation === 'with-board' && patient.wantsBoard));
    findings.push({ id, title, ...(hidden ? unseen(patient) : await look(patient).catch(unchecked)) });
  }
  return findings;
}

const unseen = ({ machine }: Patient): Outcome =>
  warn(sentence('doctor.hidden', { user: machine.user.name }), 'sudo weatherglass doctor');

const unchecked = (error: unknown): Outcome =>
  warn(sentence('doctor.not-checked', { why: messageOf(error) }), 'sudo weatherglass doctor');

/** The exit code is the worst verdict: 0 all well, 1 a warning, 2 a fault. */
export const worst = (findings: readonly Finding[]): number =>
  Math.max(0, ...findings.map(({ status }) => GRADES.indexOf(status)));
