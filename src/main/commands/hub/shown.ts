import { join } from 'node:path';
import type { AuditEntry } from '../../../contract/fleet-people.ts';
import { groupReceiverFile, groupReceiversOf } from '../../../hub/alerts/group-receivers.ts';
import { AlertSettingsFile, receiversOf } from '../../../hub/alerts/settings.ts';
import { testReceivers } from '../../../hub/alerts/test-receivers.ts';
import { numberOf } from '../../arguments.ts';
import { systemClock } from '../../clock.ts';
import { EXIT } from '../../command.ts';
import { openLog } from '../../log.ts';
import { connectionPorts } from '../../machine/connection-ports.ts';
import { hubCommand, JSON_TOO } from './work.ts';

/** `hub audit`: who did what to which station, newest last as in any log. */
export const audit = hubCommand(
  'audit',
  {
    options: { of: { type: 'string' }, last: { type: 'string', default: '50' }, ...JSON_TOO },
  },
  (hub, { of = null, last, json }) => {
    const entries = hub.audit.read(numberOf('--last', last, [0, 999_999], 6), of).reverse();
    if (json) hub.out(JSON.stringify({ entries }));
    else for (const entry of entries) hub.out(lineOf(entry));
  },
);

function lineOf({ ts, who, by, did, to, many, what = {} }: AuditEntry): string {
  const when = new Date(ts * 1000).toISOString().replace('.000Z', 'Z');
  const more = Object.entries(what).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [when, `${who ?? '-'}${by === 'command' ? ' (command)' : ''}`, did, many ? manyOf(many) : (to ?? ''), ...more]
    .join('  ')
    .trimEnd();
}

const manyOf = ({ count, logins }: NonNullable<AuditEntry['many']>): string =>
  `${logins.join(', ')}${count > logins.length ? ', …' : ''} (${count})`;

export const alerts = hubCommand(
  'alerts',
  { options: { alerts: { type: 'string' }, test: { type: 'boolean', default: false } } },
  async (hub, { alerts: file, test }) => {
    const path = file ?? join(hub.folder, 'alerts.yaml');
    const settings = new AlertSettingsFile(path).read();
    const ports = connectionPorts(systemClock, openLog('warn'));
    const ofGroups = groupReceiverFile(hub.folder).read();
    if (ofGroups.damage !== null) hub.warn(ofGroups.damage);
    const receivers = [
      ...receiversOf(settings, ports, 0),
      ...groupReceiversOf(ofGroups, settings, ports, 0, () => true),
    ];
    if (receivers.length === 0) hub.warn(`nobody receives alerts; ${path} names no receivers.`);
    if (!test) {
      for (const { name, groups, kinds } of receivers)
        hub.out(`${name}  ${groups.join(', ') || 'all stations'}  ${[...kinds].join(', ')}`);
      return EXIT.done;
    }
    const answers = await testReceivers(settings, receivers, ports);
    for (const { name, isTaken, text } of answers) hub.out(`${name}  ${isTaken ? 'ok' : 'FAILED'}  ${text}`);
    return answers.every(({ isTaken }) => isTaken) ? EXIT.done : EXIT.refused;
  },
);
