import { DAY_S } from '../../base/durations.ts';
import { FLEET_FIELDS } from '../../contract/fleet-line.ts';
import { accepted, EngineClient, parsed, stored, type Timeouts } from './client.ts';
import {
  type Counted,
  type DayScore,
  type Engine,
  EngineError,
  type Held,
  heldBy,
  type MeanSkill,
  type Newest,
  type Series,
} from './engine.ts';
import type { KeptRows } from './kept-rows.ts';
import { resultsOf, type Table } from './shapes.ts';

const DATABASE = 'wx';
const MEASUREMENTS = { all: '/^wx(_fc|_score|_station)?$/', wx: 'wx', fc: 'wx_fc', score: 'wx_score' } as const;
const HALF_DAY_S = DAY_S / 2;
const anyOf = (logins: readonly string[]): string =>
  ` AND (${logins.map((login) => `station='${login}'`).join(' OR ')})`;
/** Last time that InfluxDB can store: its nanoseconds end in 2262, and a query beyond is an error. */
const LAST_S = 9_223_372_036;

/**
 * InfluxDB 1.x. It syncs its log before it answers a write, so accepted lines are on the disk; the last write of a field wins; lines
 * that it cannot read are refused. Time is the first column of every answer.
 */
export class InfluxDb implements Engine {
  readonly kind = 'influxdb';
  readonly deletesSeriesAlone = false;
  readonly #client: EngineClient;
  constructor(base: URL, timeouts?: Timeouts) {
    this.#client = new EngineClient(base, timeouts);
  }

  async meet(): Promise<{ version: string; warnings: string[] }> {
    const ping = accepted(await this.#client.meet('/ping'));
    const version = ping.headers['x-influxdb-version'];
    if (typeof version !== 'string') throw new EngineError('refused', 'this engine is no InfluxDB 1.x');
    await this.#query(`CREATE DATABASE ${DATABASE}`);
    return { version, warnings: [] };
  }

  async write(lines: string): Promise<void> {
    const answer = await this.#client.write('/write', { db: DATABASE, precision: 's' }, lines);
    // Somebody emptied its disk under us: the next batch finds the database again.
    if (answer.status === 404) {
      await this.meet();
      throw new EngineError('down', 'the engine had lost its database, which is made anew');
    }
    stored(answer);
  }

  async flush(): Promise<void> {
    accepted(await this.#client.meet('/ping'));
  }

  async held(logins: readonly string[], tS: number, counted: Counted): Promise<Map<string, Held>> {
    const toS = Math.min(tS, LAST_S);
    const where = `time > ${toS - DAY_S}s AND time <= ${toS}s${anyOf(logins)}`;
    const tables = await this.#query(
      `SELECT count(*) FROM ${MEASUREMENTS[counted.of]} WHERE ${where} GROUP BY station, rev`,
    );
    const counts = tables.map(({ tags = {}, values }) => {
      const n = values.flatMap((row) => row.slice(1)).reduce<number>((sum, count) => sum + Number(count ?? 0), 0);
      return [tags['station'] ?? '', tags['rev'] ? Number(tags['rev']) : null, n] as const;
    });
    return heldBy(logins, counts, counted);
  }

  async newest(fromS: number, toS: number, logins: readonly string[]): Promise<Newest[]> {
    const where = `time > ${Math.floor(fromS)}s AND time <= ${Math.ceil(toS)}s${anyOf(logins)}`;
    // One statement a field: only alone does the last value keep its own time.
    const asked = ['wx', 'wx_station'].flatMap((measurement) =>
      Object.keys(FLEET_FIELDS[measurement]!.fields).map((name) => ({
        field: `${measurement}_${name}`,
        text: `SELECT last(${name}) FROM ${measurement} WHERE ${where} GROUP BY station, rev`,
      })),
    );
    const answers = await this.#queries(asked.map(({ text }) => text));
    return answers.flatMap((tables, i) =>
      tables.map(({ tags = {}, values }) => {
        const [tS, value] = values[0] as [number, number];
        return { login: tags['station']!, field: asked[i]!.field, rev: Number(tags['rev'] || 0), tS, value };
      }),
    );
  }

  async series(login: string, measurement: string, fromS: number, toS: number): Promise<Series[]> {
    const { tags, fields } = FLEET_FIELDS[measurement]!;
    const where = `station='${login}' AND time >= ${Math.floor(fromS)}s AND time <= ${Math.ceil(toS)}s`;
    const group = tags.length === 0 ? '' : ` GROUP BY ${tags.join(', ')}`;
    const names = Object.keys(fields);
    const tables = await this.#query(`SELECT ${names.join(', ')} FROM ${measurement} WHERE ${where}${group}`);
    return tables.flatMap((table) => seriesOf(table, measurement));
  }

  async meanSkills(fromS: number, toS: number): Promise<MeanSkill[]> {
    const where = `time > ${Math.floor(fromS)}s AND time <= ${Math.ceil(toS)}s`;
    const tables = await this.#query(
      `SELECT mean(skill) FROM wx_score WHERE ${where} GROUP BY station, target, horizon`,
    );
    return tables.map(({ tags = {}, values }) => {
      const { station: login = '', target = '', horizon = '' } = tags;
      return { login, target, horizon, skill: Number(values[0]![1]) };
    });
  }

  async dayScores(firstNoonS: number, lastNoonS: number): Promise<DayScore[]> {
    const where = `time > ${firstNoonS - DAY_S}s AND time <= ${lastNoonS}s`;
    const products = `skill*n AS skills, skill*0+n AS skilled, coverage*n AS covers, coverage*0+n AS covered, n`;
    const inner = `SELECT ${products} FROM wx_score WHERE ${where} GROUP BY station, target, horizon`;
    const sums = 'sum(skills), sum(skilled), sum(covers), sum(covered), count(n)';
    const tables = await this.#query(
      `SELECT ${sums} FROM (${inner}) WHERE ${where} GROUP BY target, horizon, time(1d, ${HALF_DAY_S}s) fill(none)`,
    );
    return tables.flatMap(({ tags = {}, values }) =>
      values.map((row) => {
        const [fromS = 0, skillSum = 0, skillN = 0, coverageSum = 0, coverageN = 0, stations = 0] = row.map(Number);
        const { target = '', horizon = '' } = tags;
        return { noonS: fromS + DAY_S, target, horizon, skillSum, skillN, coverageSum, coverageN, stations };
      }),
    );
  }

  async revisions(): Promise<Map<string, number[]>> {
    const [table] = await this.#query('SHOW SERIES FROM wx');
    // `wx,rev=3,station=north`: what stands behind the name reads like a form.
    const series = (table?.values ?? []).map(([key]) => new URLSearchParams(String(key).replaceAll(',', '&')));
    const found = Map.groupBy(series, (tags) => tags.get('station') ?? '');
    const revsOf = (all: readonly URLSearchParams[]) => all.map((tags) => Number(tags.get('rev') ?? 0));
    return new Map([...found].map(([login, all]) => [login, revsOf(all).sort((a, b) => a - b)]));
  }

  async removeRevision(login: string, rev: number): Promise<void> {
    await this.#query(`DROP SERIES FROM wx WHERE station='${login}' AND rev='${rev}'`);
  }

  async erase(login: string): Promise<void> {
    await this.#query(`DROP SERIES WHERE station='${login}'`);
  }

  async seriesOf(login: string): Promise<number> {
    const tables = await this.#query(`SHOW SERIES WHERE station='${login}'`);
    return tables.reduce((sum, { values }) => sum + values.length, 0);
  }

  async valuesOf(login: string, fromS: number, toS: number): Promise<number> {
    const where = `station='${login}' AND time >= ${Math.floor(fromS)}s AND time <= ${Math.min(Math.ceil(toS), LAST_S)}s`;
    const tables = await this.#query(`SELECT count(*) FROM ${MEASUREMENTS.all} WHERE ${where}`);
    const counts = tables.flatMap(({ values }) => values.flatMap((row) => row.slice(1)));
    return counts.reduce<number>((sum, count) => sum + Number(count ?? 0), 0);
  }

  async expire(login: string, beforeS: number): Promise<void> {
    await this.#query(`DELETE WHERE station='${login}' AND time < ${Math.floor(beforeS)}s`);
  }

  async bringBack(kept: KeptRows): Promise<void> {
    kept.forget(); // nothing is ever set aside here
  }

  async #query(text: string): Promise<Table[]> {
    return (await this.#queries([text]))[0] ?? [];
  }

  async #queries(texts: readonly string[]): Promise<Table[][]> {
    const answer = accepted(await this.#client.form('/query', { db: DATABASE, epoch: 's', q: texts.join('; ') }));
    const { results } = parsed(answer, resultsOf(texts.length));
    const failed = results.find(({ error }) => error !== undefined)?.error;
    if (failed !== undefined) {
      if (/database not found/.test(failed)) return [];
      throw new EngineError('refused', `the engine answers: ${failed}`);
    }
    return results.map(({ series = [] }) => series);
  }
}

function seriesOf({ tags = {}, columns, values }: Table, measurement: string): Series[] {
  const { station: _, ...labels } = tags;
  return columns.slice(1).flatMap((name, i) => {
    const known = values.filter((row) => row[i + 1] !== null);
    if (known.length === 0) return [];
    const numbers = known.map((row) => Number(row[i + 1]));
    return [{ field: `${measurement}_${name}`, labels, tS: known.map(([tS]) => Number(tS)), values: numbers }];
  });
}
