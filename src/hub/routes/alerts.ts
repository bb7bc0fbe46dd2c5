import type { IRouter } from 'express';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { type RateLimit, TokenBuckets } from '../../base/token-buckets.ts';
import type { AlertsAnswer, ReceiverAnswer } from '../../contract/fleet-people.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { type Asker, reachesGroup, reachOf } from '../access/roles.ts';
import type { HubAlerts } from '../alerts/alerts.ts';
import { GivenReceiver, keyOfReceiver, targetOf } from '../alerts/group-receivers.ts';
import type { Hub } from '../hub.ts';
import { bodyOf } from '../json-body.ts';
import { accepted } from '../refusal.ts';
import type { Staff } from '../staff.ts';

const OFF = { state: 'off', waiting: 0, last_error: null };
const Removed = z.strictObject({ id: z.string().max(20) });
/** Each new receiver gets a test message, and nobody is to be flooded with those. */
const TESTS: RateLimit = { burst: 10, perMinute: 0.2 };

/** Routes of the alerts: those that fire and their receivers, for operators and for teachers of their groups. */
export function alertRoutes(app: IRouter, hub: Hub, { access, audit }: Staff, clock: Clock, alerts: () => HubAlerts) {
  const may = access.may('set-alerts');
  const tests = new TokenBuckets(TESTS, clock);
  const reaches = (asker: Asker, group: string | null): boolean => reachesGroup(asker, 'set-alerts', group);

  app.get('/api/manage/alerts', may, (_req, res) => {
    const asker = askerOf(res);
    const isAll = reachOf(asker, 'set-alerts') === 'all';
    const groupOf = (login: string | null): string | null =>
      login === null ? null : hub.registry.detailsOf(login).group;
    const { receivers, groupFile, hasMail, firing: open, problem } = alerts();
    const states = new Map(receivers.map((one) => [one.key, one]));
    const mine = groupFile.read().all.filter(({ group }) => reaches(asker, group));
    const ofGroups = mine.map(({ id, group, kinds, by, ...to }) => {
      const { state, waiting, last_error } = states.get(keyOfReceiver(id)) ?? OFF;
      return { id, groups: [group], to: targetOf(to), kinds, by, state, waiting, last_error };
    });
    const ofFile = [...states.values()]
      .filter(({ key }) => isAll && !mine.some(({ id }) => keyOfReceiver(id) === key))
      .map(({ name, groups, kinds, state, waiting, last_error }) => ({
        ...{ id: null, by: null, to: name, groups: [...groups], kinds: [...kinds] },
        ...{ state, waiting, last_error },
      }));
    const firing = open
      .filter(({ login }) => reaches(asker, groupOf(login)))
      .map(({ kind, login, name, severity, firedS, told }) => ({
        ...{ kind, station: login, name, group: groupOf(login), severity },
        ...{ since_ts: firedS ?? 0, title: told?.title ?? name },
      }));
    const answer: AlertsAnswer = {
      problem: isAll ? problem : null,
      has_mail: hasMail,
      firing,
      receivers: [...ofGroups, ...ofFile],
    };
    sendJson(res, answer);
  });

  app.post('/api/manage/alerts', may, async (req, res) => {
    const { group, email = null, webhook = null, kinds } = await bodyOf(req, GivenReceiver);
    const asker = askerOf(res);
    if (!reaches(asker, group) || !hub.registry.groups.has(group))
      throw new ApiError(404, sentence('fleet-hub.no-group'));
    if (email !== null && !alerts().hasMail) throw new ApiError(422, sentence('fleet-hub.no-mail'));
    if (webhook !== null && !isPublic(webhook)) throw new ApiError(422, sentence('fleet-hub.webhook-public'));
    const seconds = tests.take(asker.name ?? '');
    if (seconds > 0) throw new ApiError(429, sentence('fleet-hub.busy'), { afterS: seconds });
    const given = { group, email, webhook, kinds, by: asker.name ?? '' };
    const { receiver } = await alerts().groupFile.change((before) => {
      const made = accepted(before.added(given, Math.round(clock.nowS())));
      if (!alerts().canBe(made.receiver)) throw new ApiError(422, sentence('fleet-hub.webhook-public'));
      return made;
    });
    const what = { to: targetOf(receiver), kinds: kinds.join(', ') };
    await audit.write({ who: asker.name, by: 'page', did: 'alert-receiver-added', to: group, what });
    sendJson(res, { id: receiver.id, ...(await alerts().test(receiver)) } satisfies ReceiverAnswer);
  });

  app.post('/api/manage/alerts/remove', may, async (req, res) => {
    const { id } = await bodyOf(req, Removed);
    const asker = askerOf(res);
    const { gone } = await alerts().groupFile.change((before) => {
      const found = before.all.find((one) => one.id === id);
      if (found === undefined || !reaches(asker, found.group)) throw new ApiError(404, sentence('fleet-hub.no-group'));
      return { list: before.removed(id), gone: found };
    });
    const what = { to: targetOf(gone) };
    await audit.write({ who: asker.name, by: 'page', did: 'alert-receiver-removed', to: gone.group, what });
    res.status(204).end();
  });
}

/** Over TLS, to a name: an address written out may be of the hub's own network, which names are looked up for. */
function isPublic(webhook: string): boolean {
  const { protocol, hostname } = new URL(webhook);
  return protocol === 'https:' && !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
}
