import type { IRouter } from 'express';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { type RateLimit, TokenBuckets } from '../../base/token-buckets.ts';
import type { HubSession } from '../../contract/fleet-people.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { scryptHash } from '../../http/scrypt.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { PASSWORD } from '../access/people.ts';
import { type Asker, PERMISSIONS, type Permission } from '../access/roles.ts';
import { bodyOf } from '../json-body.ts';
import { accepted } from '../refusal.ts';
import type { Staff } from '../staff.ts';

const text = z.string().min(1).max(PASSWORD.most);
const Credentials = z.strictObject({ name: text, password: text });
const NewPassword = z.strictObject({ password: text, new_password: z.string().max(PASSWORD.most) });

/** Logins in the audit log, those of each person and refused ones: nobody can push out what others did. */
const AUDITED: RateLimit = { burst: 20, perMinute: 0.2 };

/** Routes of a person's own login. */
export function sessionRoutes(app: IRouter, staff: Staff, clock: Clock): void {
  const { access, audit, people } = staff;
  const audited = new TokenBuckets(AUDITED, clock);

  const proven = async (...[req, name, password]: Parameters<typeof access.prove>) => {
    try {
      return await access.prove(req, name, password);
    } catch (error) {
      const isWrong = error instanceof ApiError && error.status === 401;
      if (isWrong && audited.take('') === 0)
        await staff.tell({ who: null, by: 'page', did: 'login-refused', to: null });
      throw error;
    }
  };

  app.get('/api/session', access.may('log-in'), (_req, res) =>
    sendJson(res, sessionOf(askerOf(res), access.hasPeople)),
  );

  app.post('/api/session', access.may('log-in'), async (req, res) => {
    if (!access.hasPeople) throw new ApiError(403, sentence('fleet-hub.no-people'));
    const { name, password } = await bodyOf(req, Credentials);
    const person = await proven(req, name, password);
    access.begin(req, res, person);
    if (audited.take(person.name) === 0) await staff.tell({ who: person.name, by: 'page', did: 'logged-in', to: null });
    sendJson(res, sessionOf(person, true));
  });

  app.delete('/api/session', access.may('log-in'), (req, res) => {
    access.end(req, res);
    res.status(204).end();
  });

  app.post('/api/session/password', access.may('change-own-password'), async (req, res) => {
    const { name } = askerOf(res);
    if (name === null) throw new ApiError(403, sentence('fleet-hub.no-people'));
    const { password, new_password: wanted } = await bodyOf(req, NewPassword);
    if (wanted.length < PASSWORD.least)
      throw new ApiError(422, sentence('fleet-hub.password-short', { least: PASSWORD.least }));
    await proven(req, name, password);
    staff.admitDeed(askerOf(res));
    const hash = await scryptHash(wanted);
    const { list } = await people.change((all) => ({ list: accepted(all.withPassword(name, hash, clock.nowS())) }));
    access.begin(req, res, list.find(name)!);
    await audit.write({ who: name, by: 'page', did: 'password-changed', to: name });
    res.status(204).end();
  });
}

function sessionOf({ name, role, groups }: Asker, hasPeople: boolean): HubSession {
  const may = Object.fromEntries(
    Object.entries(PERMISSIONS).map(([permission, reaches]) => [permission, reaches[role]]),
  ) as Record<Permission, 'all' | 'own' | 'none'>;
  return { name, role, groups: [...groups], has_people: hasPeople, may };
}
