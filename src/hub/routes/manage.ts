import type { IRouter, Request, Response } from 'express';
import { z } from 'zod';
import type { BulkAnswer, Deed, KeysAnswer, StationKey } from '../../contract/fleet-people.ts';
import { PUBLIC_FIELDS } from '../../contract/names.ts';
import { sendJson } from '../../http/json.ts';
import { foreign, sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import type { Permission } from '../access/roles.ts';
import { carriedOut, planOf } from '../bulk.ts';
import { isShortLine, placeOf } from '../details.ts';
import type { Hub } from '../hub.ts';
import { jsonOf } from '../json-body.ts';
import { HttpRefusal, onlyBy, speakerFor } from '../refusal.ts';
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

type What = Record<string, string | null>;
interface Change {
  registry: Registry;
  /** By login; an unchanged station is left out. */
  told: ReadonlyArray<{ did: Deed; to: string; what?: What }>;
  keys?: StationKey[];
}

/** Routes that change stations, for operators, and for teachers those of their groups. */
export function manageRoutes(app: IRouter, hub: Hub, { access, audit }: Staff, file: RegistryFile): void {
  /** Change of the file with its lines of the audit log; the hub takes it up at once. */
  const change = async (res: Response, make: (registry: Registry, nowS: number) => Change): Promise<StationKey[]> => {
    const nowS = Math.round(hub.nowS);
    const { told, keys = [] } = await file.change((registry) => {
      const changed = make(registry, nowS);
      return { registry: changed.registry, answer: changed };
    });
    hub.hearCommands();
    const { name: who } = askerOf(res);
    await audit.write(...told.map((one) => ({ who, by: 'page' as const, ...one })));
    return keys;
  };
  /** Stations by login, all of which this person may change so. */
  const chosen = (res: Response, permission: Permission, registry: Registry, wanted: readonly string[]): Enrolled[] =>
    [...new Set(wanted)].map((login) => {
      const station = registry.find(login);
      if (station === null) throw new HttpRefusal(404, sentence('fleet-hub.no-station'));
      access.mayReach(askerOf(res), permission, registry.detailsOf(login).group);
      return station;
    });

  app.post('/api/manage/stations', access.may('enrol-stations'), async (req, res) => {
    const { csv, dry_run: isDry } = await jsonOf(req, Csv, MOST_BULK_BYTES);
    const plan = planOf(csv, file.readToChange());
    const isRefused = plan.faults.length > 0;
    const keys = isDry || isRefused ? [] : await change(res, (registry, nowS) => bulk(csv, registry, nowS));
    const { say } = await speakerFor(req);
    const faults = plan.faults.map(({ line, why }) => ({ line, detail: say(why) }));
    const lines = plan.lines.map(({ details: _, ...one }) => one);
    sendJson(res, { lines, faults, keys } satisfies BulkAnswer, isRefused && !isDry ? 422 : 200);
  });

  app.post('/api/manage/stations/tend', access.may('tend-stations'), async (req, res) => {
    const { logins, name, place } = await jsonOf(req, Tended, MOST_BYTES);
    if (name !== undefined && logins.length > 1) throw new HttpRefusal(422, sentence('fleet-hub.one-station'));
    const found = place === undefined ? {} : placeOf(place);
    if (found === null) throw new HttpRefusal(422, sentence('fleet-hub.csv-place'));
    await change(res, (registry) => {
      const stations = chosen(res, 'tend-stations', registry, logins);
      const told = stations.flatMap((station) => [
        ...(name === undefined ? [] : [renamedTold(station, name.trim())]),
        ...(place === undefined
          ? []
          : [{ did: 'station-moved' as const, to: station.login, what: { place: place.trim() } }]),
      ]);
      const moved = registry.detailed(
        stations.map(({ login }) => login),
        found,
      );
      return { registry: name === undefined ? moved : ok(moved.renamed(stations[0]!.login, name)), told };
    });
    res.status(204).end();
  });

  app.post('/api/manage/stations/group', access.may('enrol-stations'), async (req, res) => {
    const { logins, group } = await jsonOf(req, Grouped, MOST_BYTES);
    const clean = group?.normalize('NFC').trim() || null;
    if (clean !== null && !isShortLine(clean)) throw new HttpRefusal(422, sentence('fleet-hub.csv-group'));
    await change(res, (registry) => {
      const stations = chosen(res, 'enrol-stations', registry, logins);
      const told = stations.map(({ login: to }) => ({
        did: 'station-grouped' as const,
        to,
        what: { before: registry.detailsOf(to).group, after: clean },
      }));
      return {
        registry: registry.detailed(
          stations.map(({ login }) => login),
          { group: clean },
        ),
        told,
      };
    });
    res.status(204).end();
  });

  app.post('/api/manage/stations/publish', access.may('publish-stations'), async (req, res) => {
    const { logins, fields } = await jsonOf(req, Published, MOST_BYTES);
    await change(res, (registry) => {
      const stations = chosen(res, 'publish-stations', registry, logins);
      const told = stations.map(({ login: to }) =>
        fields === null
          ? { did: 'station-withdrawn' as const, to }
          : { did: 'station-published' as const, to, what: { fields: fields.join(', ') } },
      );
      return {
        registry: registry.detailed(
          stations.map(({ login }) => login),
          { published: fields },
        ),
        told,
      };
    });
    res.status(204).end();
  });

  app.post('/api/manage/stations/keys', access.may('enrol-stations'), async (req, res) => {
    const { logins, deed, login } = await jsonOf(req, Keyed, MOST_BYTES);
    if (deed === 'relog' && (logins.length > 1 || login === undefined))
      throw new HttpRefusal(422, sentence('fleet-hub.one-station'));
    const keys = await change(res, (registry, nowS) => {
      const stations = chosen(res, 'enrol-stations', registry, logins);
      return stations.reduce<Required<Change>>(
        ({ registry: before, told, keys: earlier }, station) => {
          const { registry: after, key } = keyed(before, station, deed, login ?? '', nowS);
          const more = {
            did: KEY_DEEDS[deed],
            to: station.login,
            ...(deed === 'relog' && { what: { after: login! } }),
          };
          return { registry: after, told: [...told, more], keys: key === null ? earlier : [...earlier, key] };
        },
        { registry, told: [], keys: [] },
      );
    });
    sendJson(res, { keys } satisfies KeysAnswer);
  });
  app.use('/api/manage/stations', (req: Request, res: Response, next) =>
    req.method === 'POST' ? next() : onlyBy('POST')(req, res, next),
  );
}

function bulk(csv: string, registry: Registry, nowS: number): Change {
  const plan = planOf(csv, registry); // again, under the lock
  if (plan.faults.length > 0) throw new HttpRefusal(409, plan.faults[0]!.why);
  const { registry: after, secrets: keys } = carriedOut(plan, registry, nowS);
  const told = plan.lines.flatMap(({ login: to, name, group, outcome }) =>
    outcome === 'there'
      ? []
      : [
          {
            did: outcome === 'add' ? ('station-added' as const) : ('station-renamed' as const),
            to,
            what: { name, group },
          },
        ],
  );
  return { registry: after, told, keys };
}

function keyed(
  registry: Registry,
  { login, name }: Enrolled,
  deed: z.infer<typeof Keyed>['deed'],
  wanted: string,
  nowS: number,
): { registry: Registry; key: StationKey | null } {
  if (deed === 'revoke') return { registry: registry.revoked(login, nowS), key: null };
  if (deed === 'remove') return { registry: registry.removed(login), key: null };
  const { group } = registry.detailsOf(login);
  const fresh = deed === 'rotate' ? registry.rotated(login, nowS) : ok(registry.relogged(login, wanted, nowS));
  const key = { login: deed === 'rotate' ? login : wanted, name, group, secret: fresh.secret };
  return { registry: fresh.registry, key };
}

const renamedTold = ({ login, name }: Enrolled, after: string) =>
  ({ did: 'station-renamed', to: login, what: { before: name, after } }) as const;

function ok<T>(result: T | string): T {
  if (typeof result === 'string') throw new HttpRefusal(422, foreign(result));
  return result;
}
