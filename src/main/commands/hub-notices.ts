import type { ParseArgsConfig } from 'node:util';
import type { Deed } from '../../contract/fleet-people.ts';
import type { NoticeFile } from '../../hub/notice-file.ts';
import { isFor, type StagedNotice } from '../../hub/notices.ts';
import type { Registry } from '../../hub/registry.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { UsageError, UserError } from '../user-error.ts';

export const NOTICE_COMMANDS = ['notice', 'notices'] as const;
const STAGING = {
  data: { type: 'string' },
  share: { type: 'string', default: '100' },
  only: { type: 'string', multiple: true, default: [] },
} as const satisfies ParseArgsConfig['options'];

export interface NoticeParts {
  folderOf(data: string | undefined): string;
  noticesIn(folder: string): NoticeFile;
  registryIn(folder: string): Registry;
  /** Writes the deed into the audit log. */
  told(folder: string, io: Io, did: Deed, what: Record<string, string | number>): Promise<void>;
  /** After a change. */
  changed(folder: string): void;
}

/** Commands for notices to stations. A running hub sees a change within a second, a station with its next rows. */
export async function runNoticeCommand([word, ...args]: string[], io: Io, parts: NoticeParts): Promise<number> {
  if (word === 'notices') list(args, io, parts);
  else if (args.some((arg) => /^--withdraw(=|$)/.test(arg))) await withdraw(args, io, parts);
  else await stage(args, io, parts);
  return EXIT.done;
}

async function stage(args: string[], io: Io, parts: NoticeParts): Promise<void> {
  const { values, words } = parseArguments(args, { command: 'hub notice', options: STAGING, words: ['TEXT'] });
  const share = Number(values.share);
  if (!/^\d{1,3}(\.\d+)?$/.test(values.share) || share > 100)
    throw new UsageError(`--share is "${values.share}", expected 0 to 100 (percent).`);
  const folder = parts.folderOf(values.data);
  const registry = parts.registryIn(folder);
  const unknown = values.only.find((login) => registry.find(login) === null);
  if (unknown !== undefined)
    throw new UserError(`there is no station "${unknown}"; "weatherglass hub list" shows all.`);
  const only = [...new Set(values.only)];
  const notice = await parts.noticesIn(folder).change((notices) => {
    const staged = notices.staged({ text: words[0]!, share, only }, Math.round(systemClock.nowS()));
    if (typeof staged === 'string') throw new UserError(`${staged}.`);
    return { notices: staged.notices, answer: staged.notice };
  });
  await parts.told(folder, io, 'notice-shown', { text: notice.text, share: notice.share, only: only.join(', ') });
  parts.changed(folder);
  io.stdout.write(`notice: ${notice.id}\nstations: ${reach(notice, registry)}\n`);
}

async function withdraw(args: string[], io: Io, parts: NoticeParts): Promise<void> {
  const options = { data: { type: 'string' }, withdraw: { type: 'string' } } as const;
  const { values } = parseArguments(args, { command: 'hub notice', options });
  const folder = parts.folderOf(values.data);
  await parts.noticesIn(folder).change((notices) => {
    const rest = notices.withdrawn(values.withdraw!);
    if (typeof rest === 'string') throw new UserError(`${rest}.`);
    return { notices: rest, answer: null };
  });
  await parts.told(folder, io, 'notice-withdrawn', { id: values.withdraw! });
  parts.changed(folder);
  io.stdout.write(`withdrawn: ${values.withdraw}\n`);
}

function list(args: string[], io: Io, parts: NoticeParts): void {
  const options = { data: { type: 'string' }, json: { type: 'boolean', default: false } } as const;
  const { values } = parseArguments(args, { command: 'hub notices', options });
  const folder = parts.folderOf(values.data);
  const { all } = parts.noticesIn(folder).read();
  const registry = parts.registryIn(folder);
  if (values.json) {
    const notices = all.map((notice) => ({ ...notice, stations: shownTo(notice, registry).length }));
    io.stdout.write(`${JSON.stringify({ notices })}\n`);
    return;
  }
  if (all.length === 0) io.stderr.write('weatherglass: there are no notices.\n');
  for (const notice of all) {
    const since = new Date(notice.since_ts * 1000).toISOString().slice(0, 10);
    io.stdout.write(`${notice.id}  ${since}  ${notice.share} %, ${reach(notice, registry)} stations  ${notice.text}\n`);
  }
}

const welcome = ({ stations }: Registry) => stations.filter(({ revoked_ts }) => revoked_ts === null);
const shownTo = (notice: StagedNotice, registry: Registry) =>
  welcome(registry).filter(({ login }) => isFor(notice, login));
const reach = (notice: StagedNotice, registry: Registry): string =>
  `${shownTo(notice, registry).length} of ${welcome(registry).length}`;
