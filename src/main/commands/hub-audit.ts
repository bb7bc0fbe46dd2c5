import type { AuditEntry } from '../../contract/fleet-people.ts';
import { Audit } from '../../hub/audit.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { UsageError } from '../user-error.ts';
import { hubFolderThatIs } from './hub-folder.ts';

export const AUDIT_COMMANDS = ['audit'] as const;

export const auditOf = (folder: string): Audit => new Audit(folder, systemClock);
/** User who ran a command, as sudo tells it. It names, and proves nothing: root can write anything. */
export const userOf = ({ env }: Io): string => env['SUDO_USER'] || env['USER'] || 'root';

/** `hub audit`: who did what to which station, newest last as in any log. */
export async function runAuditCommand([, ...args]: string[], io: Io): Promise<number> {
  const options = {
    data: { type: 'string' },
    of: { type: 'string' },
    last: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArguments(args, { command: 'hub audit', options });
  if (!/^\d{1,6}$/.test(values.last)) throw new UsageError(`--last is "${values.last}", expected a number.`);
  const entries = auditOf(hubFolderThatIs(values.data, io))
    .read(Number(values.last), values.of ?? null)
    .reverse();
  if (values.json) io.stdout.write(`${JSON.stringify({ entries })}\n`);
  else for (const entry of entries) io.stdout.write(`${lineOf(entry)}\n`);
  return EXIT.done;
}

function lineOf({ ts, who, by, did, to, what = {} }: AuditEntry): string {
  const when = new Date(ts * 1000).toISOString().replace('.000Z', 'Z');
  const more = Object.entries(what).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [when, `${who ?? '-'}${by === 'command' ? ' (command)' : ''}`, did, to ?? '', ...more].join('  ').trimEnd();
}
