import type { IRouter, Request, Response } from 'express';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { AuditAnswer, Deed, PasswordAnswer, PeopleAnswer } from '../../contract/fleet-people.ts';
import { sendJson } from '../../http/json.ts';
import { scryptHash } from '../../http/scrypt.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { newPassword, type People } from '../access/people.ts';
import { ROLES } from '../access/roles.ts';
import { jsonOf } from '../json-body.ts';
import { HttpRefusal, onlyBy } from '../refusal.ts';
import type { Staff } from '../staff.ts';

const MOST_BYTES = 16 * 1024;
const MOST_ENTRIES = 500;
const Change = z.strictObject({
  deed: z.enum(['add', 'set', 'password', 'remove']),
  name: z.string().max(200),
  role: z.enum(ROLES).default('viewer'),
  groups: z.array(z.string().max(200)).max(100).default([]),
});
const DEEDS: Record<z.infer<typeof Change>['deed'], Deed> = {
  add: 'person-added',
  set: 'person-changed',
  password: 'password-changed',
  remove: 'person-removed',
};

/** Routes about people and what they did, for operators. */
export function peopleRoutes(app: IRouter, { access, audit, people }: Staff, clock: Clock): void {
  app.get('/api/manage/people', access.may('manage-people'), (_req, res) => {
    const shown = people.now.all.map(({ name, role, groups, added_ts }) => ({ name, role, groups, added_ts }));
    sendJson(res, { people: shown } satisfies PeopleAnswer);
  });

  app.post('/api/manage/people', access.may('manage-people'), async (req, res) => {
    const { deed, name, role, groups } = await jsonOf(req, Change, MOST_BYTES);
    const password = deed === 'add' || deed === 'password' ? newPassword() : null;
    const hash = password === null ? '' : await scryptHash(password);
    const nowS = clock.nowS();
    const change: Record<typeof deed, (before: People) => People | string> = {
      add: (before) => before.added({ name, role, groups }, hash, nowS),
      set: (before) => before.changed(name, { role, groups }, nowS),
      password: (before) => before.withPassword(name, hash, nowS),
      remove: (before) => before.removed(name),
    };
    await people.change((before) => {
      const after = change[deed](before);
      // A page that nobody can manage any more would need a command to become one again.
      if (typeof after !== 'string' && !after.hasOperator)
        throw new HttpRefusal(409, sentence('fleet-hub.last-operator'));
      return after;
    });
    const what = deed === 'add' || deed === 'set' ? { what: { role, groups: groups.join(', ') } } : {};
    await audit.write({ who: askerOf(res).name, by: 'page', did: DEEDS[deed], to: name.trim(), ...what });
    sendJson(res, { name: name.trim(), password } satisfies PasswordAnswer);
  });
  app.all('/api/manage/people', onlyBy('GET', 'HEAD', 'POST'));

  app.get('/api/manage/audit', access.may('read-audit'), (req: Request, res: Response) => {
    const { of } = req.query;
    const entries = audit.read(MOST_ENTRIES, typeof of === 'string' && of !== '' ? of : null);
    sendJson(res, { entries } satisfies AuditAnswer);
  });
  app.all('/api/manage/audit', onlyBy('GET', 'HEAD'));
}
