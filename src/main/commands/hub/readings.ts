import { once } from 'node:events';
import { never } from '../../../base/clock.ts';
import { DAY_S } from '../../../base/durations.ts';
import { groupNameOf, MOST_KEPT_DAYS } from '../../../hub/details.ts';
import { EngineError } from '../../../hub/engine/engine.ts';
import { EXPORT_FORMATS, exported } from '../../../hub/export.ts';
import { eraseStation } from '../../../hub/keeping/erasure.ts';
import { expiringValues, keptFromS } from '../../../hub/keeping/retention.ts';
import { accepted } from '../../../hub/refusal.ts';
import { choiceOf, dayOf, numberOf } from '../../arguments.ts';
import { systemClock } from '../../clock.ts';
import { UsageError, UserError } from '../../user-error.ts';
import { askerOf, dayText, ENGINE, engineOf, type HubWork, hubCommand, loginsOf, YES } from './work.ts';

const BACKUPS = 'Backups made before still have them.';

/** `hub keep`: how long the readings of a station or a group are kept. The running hub deletes the older ones within minutes. */
export const keep = hubCommand(
  'keep',
  {
    options: {
      ...ENGINE,
      days: { type: 'string' },
      'for-ever': { type: 'boolean', default: false },
      group: { type: 'string' },
      ...YES,
    },
    words: ['LOGIN'],
    optional: true,
  },
  async (hub, { engine, days: text, 'for-ever': isForEver, group, yes }, [name]) => {
    engineOf(engine); // a wrong address is refused, also where nothing is asked
    if (name !== undefined && group !== undefined)
      throw new UsageError('weatherglass hub keep takes a LOGIN or --group NAME, not both.');
    const registry = hub.registryFile.read();
    const logins = name === undefined ? loginsOf(registry, group) : [accepted(registry.named(name)).login];
    if (text === undefined && !isForEver) {
      if (yes) throw new UsageError('weatherglass hub keep --yes needs --days N or --for-ever.');
      for (const login of logins) hub.out(`${login}  ${kept(registry.detailsOf(login).keep_days)}`);
      return;
    }
    if (name === undefined && group === undefined)
      throw new UsageError('weatherglass hub keep needs a LOGIN or --group NAME.');
    if (isForEver && text !== undefined) throw new UsageError('--days and --for-ever exclude each other.');
    const days = isForEver ? null : numberOf('--days', text!, [1, MOST_KEPT_DAYS], 5);
    if (days !== null && !yes) await confirmed(hub, logins, days, engine);
    await hub.registryFile.change(
      (before) => ({ list: before.detailed(logins, { keep_days: days }) }),
      'those there are',
    );
    await hub.told(
      ...logins.map((to) => {
        const what = { before: registry.detailsOf(to).keep_days, after: days };
        return { did: 'retention-set' as const, to, what };
      }),
    );
    for (const login of logins) hub.out(`${login}  ${kept(days)}`);
  },
);

const kept = (days: number | null): string => (days === null ? 'kept for ever' : `kept for ${days} days`);

async function confirmed(hub: HubWork, logins: readonly string[], days: number, address: string): Promise<void> {
  const beforeS = keptFromS(days, systemClock.nowS());
  const values = await expiringValues(askerOf(address), logins, beforeS);
  const count = values === null ? 'all values' : `${values} values`;
  const whose = logins.length === 1 ? logins[0]! : `${logins.length} stations`;
  const warning = `This deletes ${count} of ${whose} from before ${dayText(beforeS)} for good, and from then on each day what is older than ${days} days.`;
  await hub.confirmed([warning, BACKUPS], String(days), 'nothing was changed.');
}

export const erase = hubCommand(
  'erase',
  { options: { ...ENGINE, ...YES }, words: ['LOGIN'] },
  async (hub, { engine, yes }, [word]) => {
    const login = word!;
    const ask = askerOf(engine);
    const registry = hub.registryFile.readToChange();
    if (registry.find(login) === null && !registry.gone?.includes(login))
      throw new UserError(`there is no login "${login}", and never was; "weatherglass hub list" shows all.`);
    const warning = `This erases ${login} for good: its login, and every reading, forecast and score in the database.`;
    if (!yes) await hub.confirmed([warning, BACKUPS], login, `${login} was not erased.`);
    const { folder, registryFile } = hub;
    const parts = { folder, registryFile, ask, clock: systemClock, signal: never };
    const deed = { did: 'station-erased', to: login } as const;
    await hub.told(deed);
    const half = (why: string) =>
      `${login} was removed, but its readings could not be erased: ${why}. Run the same command again.`;
    const series = await eraseStation(login, parts).catch(failed(half));
    await hub.told({ ...deed, what: { series } });
    hub.out(`erased: ${login} (${series} series in the database, 0 left)`);
  },
);

const failed =
  (sentence: (why: string) => string) =>
  (error: unknown): never => {
    throw error instanceof EngineError ? new UserError(sentence(error.message)) : error;
  };

export const exportRows = hubCommand(
  'export',
  {
    options: {
      ...ENGINE,
      from: { type: 'string' },
      to: { type: 'string' },
      group: { type: 'string' },
      format: { type: 'string', default: 'csv' },
    },
  },
  async (hub, { engine, from, to, group, format: word }) => {
    const ask = askerOf(engine);
    const format = choiceOf('--format', word, EXPORT_FORMATS);
    const [fromS, endS] = [DAY_S * dayOf('--from', from), DAY_S * dayOf('--to', to)];
    if (fromS >= endS) throw new UsageError('--from must be before --to.');
    const logins = loginsOf(hub.registryFile.read(), group);
    const what = { from: fromS, to: endS, format, stations: logins.length };
    await hub.told({ did: 'rows-exported', to: group === undefined ? null : groupNameOf(group), what });
    const { stdout } = hub.io;
    const written = async (): Promise<void> => {
      for await (const piece of exported({ logins, fromS, toS: endS - 1, format, ask }))
        if (!stdout.write(piece)) await once(stdout, 'drain');
    };
    await written().catch(failed((why) => `the export is not whole: ${why}.`));
  },
);
