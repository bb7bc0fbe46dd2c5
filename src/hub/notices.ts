import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { LOGIN } from '../contract/fleet-line.ts';
import { FleetNotice, isNoticeText, MOST_NOTICES, NOTICE_LETTERS } from '../contract/fleet-notice.ts';
import { ListFile } from './files/list-file.ts';

const StagedNotice = FleetNotice.extend({
  share: z.number().min(0).max(100),
  /** Logins of stations that see it; empty means all. */
  only: z.array(z.string().regex(LOGIN)),
});
export type StagedNotice = z.infer<typeof StagedNotice>;

/** Id of a notice, a wave or a receiver. */
export const newId = (): string => randomBytes(6).toString('hex');

/**
 * Place of a station in a notice's roll-out, from 0 to below 100. It never changes, so a station that has the notice keeps it when the
 * share is raised; each notice has its own order, so the first stations are not always the same.
 */
export function placeOf(login: string, id: string): number {
  return (100 * createHash('sha256').update(`${id} ${login}`).digest().readUInt32BE(0)) / 2 ** 32;
}

export const isFor = ({ id, share, only }: StagedNotice, login: string): boolean =>
  (only.length === 0 || only.includes(login)) && placeOf(login, id) < share;

/** Notices of the operator, for all or some stations. Immutable: a change makes a new one. */
export class Notices {
  constructor(readonly all: readonly StagedNotice[] = []) {}

  of(login: string): FleetNotice[] {
    return this.all.filter((notice) => isFor(notice, login)).map(({ id, text, since_ts }) => ({ id, text, since_ts }));
  }

  /** The same words again are the same notice, for another share; a sentence where it cannot be. */
  staged(given: Pick<StagedNotice, 'text' | 'share' | 'only'>, nowS: number, id = newId()) {
    const text = given.text.trim();
    if (!isNoticeText(text)) return `a notice is one line of 1 to ${NOTICE_LETTERS} plain characters`;
    const before = this.all.find((one) => one.text === text);
    if (!before && this.all.length >= MOST_NOTICES)
      return `${MOST_NOTICES} notices are shown already; withdraw one first ("weatherglass hub notices" lists them)`;
    const { share, only } = given;
    const notice = { id: before?.id ?? id, text, since_ts: before?.since_ts ?? nowS, share, only };
    const others = this.all.filter((one) => one !== before);
    return { list: new Notices([...others, notice]), notice };
  }

  /** Without a station that was erased: a notice for it alone has nobody to go to. */
  without(login: string): Notices {
    const others = this.all.map((one) => ({ ...one, only: one.only.filter((other) => other !== login) }));
    return new Notices(others.filter(({ only }, i) => only.length > 0 || this.all[i]!.only.length === 0));
  }

  withdrawn(id: string): Notices | string {
    const rest = this.all.filter((one) => one.id !== id);
    if (rest.length < this.all.length) return new Notices(rest);
    return `there is no notice "${id}"; "weatherglass hub notices" shows all`;
  }
}

export const noticeFile = (folder: string): ListFile<Notices> =>
  new ListFile(folder, {
    name: 'notices',
    item: StagedNotice,
    what: 'list of notices',
    of: (all) => new Notices(all ?? []),
  });
