import type { IRouter, Response } from 'express';
import { z } from 'zod';
import type { BulkAnswer, Deed, KeepAnswer, KeysAnswer, StationKey } from '../../contract/fleet-people.ts';
import { PUBLIC_FIELDS } from '../../contract/names.ts';
import { ApiError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { speakerFor } from '../../http/language.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf, stationFor } from '../access/access.ts';
import type { Permission } from '../access/roles.ts';
import { broughtIn, planOf } from '../bulk.ts';
import { type Details, groupNameOf, isShortLine, MOST_KEPT_DAYS, type Place, placeOf } from '../details.ts';
import type { Hub } from '../hub.ts';
import { bodyOf } from '../json-body.ts';
import { expiringValues, keptFromS } from '../keeping/retention.ts';
import { accepted } from '../refusal.ts';
import type { Enrolled, Registry } from '../registry.ts';
import type { RegistryFile } from '../registry-file.ts';
import type { Staff } from '../staff.ts';

/** Ten thousand lines with long names. */
const MOST_BULK_BYTES = 4 * 1024 * 1024;
const MOST_BYTES = 512 * 1024;
const logins = z.array(z.string().max(40)).min(1).max(10_000);
const line = z.string().max(200);

const Csv = z.strictObject({ csv: z.string(), dry_run: z.boolean() });
const Tended = z.strictObject({ logins, name: line.optional(), place: line.optional() });
const Grouped = z.strictObject({ logins, group: line.nullable() });
const Published = z.strictObject({ logins, fields: z.array(z.enum(PUBLIC_FIELDS)).nullable() });
const Kept = z.strictObject({
  logins,
  days: z.int().min(1).max(MOST_KEPT_DAYS).nullable(),
  /** Dry run: answers what it would delete, and changes nothing. */
  dry_run: z.boolean(),
});
const Keyed = z.strictObject({
  logins,
  deed: z.enum(['rotate', 'revoke', 'remove', 'relog']),
  /** The login that a station gets by `relog`. */
  login: line.optional(),
});

const KEY_DEEDS = {
  rotate: 'station-rotated',
  revoke: 'station-revoked',
  remove: 'station-removed',
  relog: 'station-relogged',
} as const satisfies Record<z.infer<typeof Keyed>['deed'], Deed>;

type What = Record<string, string | number | null>;
interface Change {
  list: Registry;
  /** Lines of the audit log by login; an unchanged station is left out. */
  deeds: ReadonlyArray<{ did: Deed; to: string; what?: What }>;
  keys?: StationKey[];
}

/** Routes that change stations, for operators, and for teachers those of their groups. */
export function manageRoutes(app: IRouter, hub: Hub, staff: Staff, file: RegistryFile): void {
  const { access, audit } = staff;
  /** Change of the file with its lines of the audit log; the hub takes it up at once. */
  const change = async (res: Response, make: (registry: Registry, nowS: number) => Change): Promise<StationKey[]> => {
    staff.admitDeed(askerOf(res));
    const nowS = Math.round(hub.nowS);
    const { deeds, keys = [] } = await file.change((registry) => make(registry, nowS));
    hub.reloadFiles();
    const { name: who } = askerOf(res);
    await audit.write(...deeds.map((one) => ({ who, by: 'page' as const, ...one })));
    return keys;
  };
  /** Stations by login, all of which this person may change so. */
  const chosen = (res: Response, permission: Permission, registry: Registry, wanted: readonly string[]): Enrolled[] =>
    [...new Set(wanted)].map((login) => stationFor(res, permission, registry, login));

  app.post('/api/manage/stations', access.may('enrol-stations'), async (req, res) => {
    const { csv, dry_run: isDry } = await bodyOf(req, Csv, MOST_BULK_BYTES);
    const plan = planOf(csv, file.readToChange());
    const isRefused = plan.faults.length > 0;
    const keys = isDry || isRefused ? [] : await change(res, (registry, nowS) => broughtIn(csv, registry, nowS));
    const { say } = await speakerFor(req);
    const faults = plan.faults.map(({ line, why }) => ({ line, detail: say(why) }));
    const lines = plan.lines.map(({ details: _, ...one }) => one);
    sendJson(res, { lines, faults, keys } satisfies BulkAnswer, isRefused && !isDry ? 422 : 200);
  });

  /** Route of a change of chosen stations. `make` refuses what cannot be, and says what becomes of them. */
  const changing = <S extends z.ZodType<{ logins: string[] }>>(
    path: string,
    permission: Permission,
    schema: S,
    make: (given: z.infer<S>) => (registry: Registry, stations: readonly Enrolled[]) => Change,
  ) =>
    app.post(path, access.may(permission), async (req, res) => {
      const given = await bodyOf(req, schema, MOST_BYTES);
      const made = make(given);
      await change(res, (registry) => made(registry, chosen(res, permission, registry, given.logins)));
      res.status(204).end();
    });

  changing('/api/manage/stations/tend', 'tend-stations', Tended, ({ logins, name, place }) => {
    if (name !== undefined && logins.length > 1) throw new ApiError(422, sentence('fleet-hub.one-station'));
    const found = place === undefined ? {} : placeOf(place);
    if (found === null) throw new ApiError(422, sentence('fleet-hub.csv-place'));
    return (registry, stations) => {
      const deeds = stations.flatMap((station) => [
        ...(name === undefined || name.trim() === station.name ? [] : [renameDeed(station, name.trim())]),
        ...(place === undefined || isAt(registry.detailsOf(station.login), found)
          ? []
          : [{ did: 'station-moved' as const, to: station.login, what: { place: place.trim() } }]),
      ]);
      const moved = registry.detailed(logins, found);
      return { list: name === undefined ? moved : accepted(moved.renamed(stations[0]!.login, name)), deeds };
    };
  });

  changing('/api/manage/stations/group', 'enrol-stations', Grouped, ({ logins, group }) => {
    const clean = (group !== null && groupNameOf(group)) || null;
    if (clean !== null && !isShortLine(clean)) throw new ApiError(422, sentence('fleet-hub.csv-group'));
    return (registry) => ({
      list: registry.detailed(logins, { group: clean }),
      deeds: changeDeeds('station-grouped', registry, logins, 'group', clean),
    });
  });

  changing('/api/manage/stations/publish', 'publish-stations', Published, ({ logins, fields }) => (registry) => ({
    list: registry.detailed(logins, { published: fields }),
    deeds: [...new Set(logins)].map((to) =>
      fields === null
        ? { did: 'station-withdrawn', to }
        : { did: 'station-published', to, what: { fields: fields.join(', ') } },
    ),
  }));

  app.post('/api/manage/stations/keep', access.may('erase-stations'), async (req, res) => {
    const { logins, days, dry_run: isDry } = await bodyOf(req, Kept, MOST_BYTES);
    chosen(res, 'erase-stations', hub.registry, logins);
    const beforeS = days === null ? null : keptFromS(days, hub.nowS);
    const values = beforeS === null ? 0 : await expiringValues((question) => hub.engine.ask(question), logins, beforeS);
    if (!isDry)
      await change(res, (registry) => {
        chosen(res, 'erase-stations', registry, logins);
        const deeds = changeDeeds('retention-set', registry, logins, 'keep_days', days);
        return { list: registry.detailed(logins, { keep_days: days }), deeds };
      });
    sendJson(res, { before_ts: beforeS, values } satisfies KeepAnswer);
  });

  app.post('/api/manage/stations/keys', access.may('enrol-stations'), async (req, res) => {
    const { logins, deed, login } = await bodyOf(req, Keyed, MOST_BYTES);
    if (deed === 'relog' && (logins.length > 1 || login === undefined))
      throw new ApiError(422, sentence('fleet-hub.one-station'));
    const keys = await change(res, (registry, nowS) => {
      const stations = chosen(res, 'enrol-stations', registry, logins);
      const made: StationKey[] = [];
      let list = registry;
      for (const station of stations) {
        const after = keyed(list, station, deed, login ?? '', nowS);
        list = after.list;
        if (after.key !== null) made.push(after.key);
      }
      const what = deed === 'relog' && { what: { after: login! } };
      return { list, deeds: stations.map((one) => ({ did: KEY_DEEDS[deed], to: one.login, ...what })), keys: made };
    });
    sendJson(res, { keys } satisfies KeysAnswer);
  });
}

function keyed(
  registry: Registry,
  { login, name }: Enrolled,
  deed: z.infer<typeof Keyed>['deed'],
  wanted: string,
  nowS: number,
): { list: Registry; key: StationKey | null } {
  if (deed === 'revoke') return { list: registry.revoked(login, nowS), key: null };
  if (deed === 'remove') return { list: registry.removed(login), key: null };
  const { group } = registry.detailsOf(login);
  const fresh = deed === 'rotate' ? registry.rotated(login, nowS) : accepted(registry.relogged(login, wanted, nowS));
  const key = { login: deed === 'rotate' ? login : wanted, name, group, secret: fresh.secret };
  return { list: fresh.list, key };
}

/** A change to the same place is no deed: it would push out of the log what somebody did. */
const isAt = (details: Details, place: Partial<Place>): boolean =>
  (Object.keys(place) as Array<keyof Place>).every((key) => details[key] === place[key]);

/** Lines of the audit log for a changed detail: one for each station that had another value before. */
const changeDeeds = (
  did: Deed,
  registry: Registry,
  logins: readonly string[],
  of: 'group' | 'keep_days',
  after: What[string],
) =>
  [...new Set(logins)]
    .map((to) => ({ did, to, what: { before: registry.detailsOf(to)[of], after } }))
    .filter(({ what }) => what.before !== after);

const renameDeed = ({ login, name }: Enrolled, after: string) =>
  ({ did: 'station-renamed', to: login, what: { before: name, after } }) as const;
