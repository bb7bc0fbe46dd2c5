import type { IRouter, Request, Response } from 'express';
import { z } from 'zod';
import type {
  AuditAnswer,
  Deed,
  PasswordAnswer,
  PeopleAnswer,
  ProgramsAnswer,
  TokenAnswer,
} from '../../contract/fleet-people.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { scryptHash } from '../../http/scrypt.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { newPassword, type People } from '../access/people.ts';
import { MOST_DAYS } from '../access/programs.ts';
import { ROLES, type Role } from '../access/roles.ts';
import { groupNameOf } from '../details.ts';
import type { Hub } from '../hub.ts';
import { bodyOf } from '../json-body.ts';
import { accepted } from '../refusal.ts';
import type { Staff } from '../staff.ts';

const MOST_ENTRIES = 500;
const Standing = z.strictObject({
  name: z.string().max(200),
  role: z.enum(ROLES).default('viewer'),
  groups: z.array(z.string().max(200)).max(100).default([]),
});
const Change = Standing.extend({ deed: z.enum(['add', 'set', 'password', 'remove']) });
const ProgramChange = Standing.extend({
  deed: z.enum(['add', 'remove']),
  days: z.int().min(1).max(MOST_DAYS).default(365),
});
const DEEDS: Record<z.infer<typeof Change>['deed'], Deed> = {
  add: 'person-added',
  set: 'person-changed',
  password: 'password-changed',
  remove: 'person-removed',
};

/** Routes about people and what they did, for operators. */
export function peopleRoutes(app: IRouter, hub: Hub, staff: Staff): void {
  const { access, audit, people, programs } = staff;
  /** Refuses a group that no station is in, which is often a typing error. One that the person has stays: its last station may have left it. */
  const checkGroups = (role: Role, groups: readonly string[], before: readonly string[] = []): void => {
    const known = new Set([...hub.registry.groups, ...before]);
    if (role === 'teacher' && !groups.every((group) => known.has(groupNameOf(group))))
      throw new ApiError(422, sentence('fleet-hub.no-group'));
  };

  app.get('/api/manage/people', access.may('manage-people'), (_req, res) => {
    const shown = people.now.all.map(({ name, role, groups, added_ts }) => ({ name, role, groups, added_ts }));
    sendJson(res, { people: shown } satisfies PeopleAnswer);
  });

  app.post('/api/manage/people', access.may('manage-people'), async (req, res) => {
    const { deed, name, role, groups } = await bodyOf(req, Change);
    const known = people.now.find(name);
    if (deed === 'add' || deed === 'set') checkGroups(role, groups, known?.groups);
    const password = deed === 'add' || deed === 'password' ? newPassword() : null;
    const hash = password === null ? '' : await scryptHash(password);
    const { nowS } = hub;
    const change: Record<typeof deed, (before: People) => People | string> = {
      add: (before) => before.added({ name, role, groups }, hash, nowS),
      set: (before) => before.changed(name, { role, groups }, nowS),
      password: (before) => before.withPassword(name, hash, nowS),
      remove: (before) => before.removed(name),
    };
    const { list: after } = await people.change((before) => {
      const list = accepted(change[deed](before));
      // A page that nobody can manage any more would need a command to become one again.
      if (!list.hasOperator) throw new ApiError(409, sentence('fleet-hub.last-operator'));
      return { list };
    });
    if (deed === 'add' || deed === 'remove') await staff.dropMadeBy(name.trim());
    const what = deed === 'add' || deed === 'set' ? { what: { role, groups: groups.join(', ') } } : {};
    const to = known?.name ?? name.trim(); // as it stands, not as it was typed: the log is searched for it
    // This answer alone has the new password, and all sessions of its owner have ended: this one goes on, also where the log cannot be written.
    if (deed === 'password' && to === askerOf(res).name) access.begin(req, res, after.find(to)!);
    await audit.write({ who: askerOf(res).name, by: 'page', did: DEEDS[deed], to, ...what });
    sendJson(res, { name: to, password } satisfies PasswordAnswer);
  });

  app.get('/api/manage/programs', access.may('manage-people'), (_req, res) => {
    const shown = programs.now.all.map(({ hash: _, ...one }) => ({ ...one, stands: access.stands(one) }));
    sendJson(res, { programs: shown } satisfies ProgramsAnswer);
  });

  app.post('/api/manage/programs', access.may('manage-people'), async (req, res) => {
    const given = await bodyOf(req, ProgramChange);
    const { deed, name, role, groups, days } = given;
    if (deed === 'add') checkGroups(role, groups);
    const { name: who } = askerOf(res);
    // Not before its maker came, perhaps under a clock that was ahead of this one: `stands` would take the maker for a namesake.
    const nowS = Math.round(hub.nowS);
    const sinceS = Math.max(nowS, people.now.find(who ?? '')?.added_ts ?? 0);
    const { token } = await programs.change((before) =>
      deed === 'add'
        ? accepted(before.added(given, who, nowS, sinceS))
        : { list: accepted(before.removed(name)), token: null },
    );
    const did = deed === 'add' ? 'token-made' : 'token-revoked';
    const what = deed === 'add' ? { what: { role, groups: groups.join(', '), days } } : {};
    await audit.write({ who, by: 'page', did, to: name.trim(), ...what });
    sendJson(res, { name: name.trim(), token } satisfies TokenAnswer);
  });

  app.get('/api/manage/audit', access.may('read-audit'), (req: Request, res: Response) => {
    const { of } = req.query;
    const entries = audit.read(MOST_ENTRIES, typeof of === 'string' && of !== '' ? of : null);
    sendJson(res, { entries } satisfies AuditAnswer);
  });
}
