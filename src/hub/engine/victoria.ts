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
  parseRev,
  type Series,
} from './engine.ts';
import type { KeptRows } from './kept-rows.ts';
import { Exported, Matrices, type Sample, Samples, SeriesLabels, Snapshot } from './shapes.ts';

const fieldsOf = (measurement: string): string =>
  `${measurement}_(${Object.keys(FLEET_FIELDS[measurement]!.fields).join('|')})`;
const named = (names: string): string => `__name__=~"${names}"`;
/** All that rows hold, also what only newer stations measure. */
const OF_ROWS = `${named('wx_.*')},__name__!~"wx_(fc|score|station)_.*"`;
const COUNTED = { all: named('wx_.*'), wx: OF_ROWS, fc: named('wx_fc_.*'), score: named('wx_score_.*') } as const;

/**
 * End of a query, half a second late. One that ends exactly at midnight UTC does not read the index of the day that begins then, and
 * misses series with that moment alone (1.79). Rows have whole seconds, so the answer is the same otherwise.
 */
const untilS = (tS: number): string => String(Math.floor(tS) + 0.5);

const MONTH_S = 31 * DAY_S;

/** End of a question about all times. */
const LAST_S = 4_000_000_000;

/** Numbers that are not JSON: `+Inf` and `NaN` in lines that came past the hub. */
const NO_NUMBER = /([[,])(?:[+-]?Inf|NaN)(?=[\],])/g;

const exportedOf = (line: string) => parsed({ text: line.replace(NO_NUMBER, '$1null') }, Exported);

/** MetricsQL of a day's scores as one expression: each part under its own label `part`. */
const DAY_SCORES = (() => {
  // Behind nginx a score may be any number, and one of them would be the fleet's.
  const last = (field: string) => {
    const [least, most] = FLEET_FIELDS['wx_score']!.fields[field]!;
    return `((last_over_time(wx_score_${field}[1d]) >= ${least}) <= ${most})`;
  };
  const by = 'by (target, horizon)';
  const parts: Record<string, string> = {
    skillSum: `sum ${by} (${last('skill')} * ${last('n')})`,
    skillN: `sum ${by} (${last('skill')} * 0 + ${last('n')})`,
    coverageSum: `sum ${by} (${last('coverage')} * ${last('n')})`,
    coverageN: `sum ${by} (${last('coverage')} * 0 + ${last('n')})`,
    stations: `count ${by} (${last('n')})`,
  };
  const labelled = Object.entries(parts).map(([part, query]) => `label_set(${query}, "part", "${part}")`);
  return `union(${labelled.join(', ')})`;
})();

/**
 * VictoriaMetrics, single node. Measured on 1.79: writes are answered 204 whatever comes of them and lie in memory for up to ten
 * seconds, countable but not on the disk, with no log to replay: `kill -9` loses them. Making a snapshot writes them down, so that is
 * how this hub settles.
 */
export class VictoriaMetrics implements Engine {
  readonly kind = 'victoria-metrics';
  readonly deletesSeriesAlone = true;
  readonly #client: EngineClient;
  constructor(base: URL, timeouts?: Timeouts) {
    this.#client = new EngineClient(base, timeouts);
  }

  async meet(): Promise<{ version: string; warnings: string[] }> {
    const ping = await this.#client.meet('/ping');
    if (ping.headers['x-influxdb-version'] !== undefined && ping.headers['x-server-hostname'] === undefined)
      throw new EngineError('refused', 'this engine is InfluxDB; name it with --engine influx+http://…');
    const { text } = accepted(await this.#client.meet('/metrics'));
    const version = /^vm_app_version\{version="([^"]*)", short_version="([^"]*)"/m.exec(text);
    if (!version) throw new EngineError('refused', 'this engine is no VictoriaMetrics');
    const flags = (await this.#client.meet('/flags')).text;
    const warnings: string[] = [];
    if (!/^-dedup\.minScrapeInterval="1ms"/m.test(flags))
      warnings.push('the engine does not run with -dedup.minScrapeInterval=1ms: rows that are sent twice count twice');
    if (!/^-retentionPeriod="(?:100y|\d{3,}y)"/m.test(flags))
      warnings.push('the engine does not run with -retentionPeriod=100y: it forgets what is older');
    return { version: version[2] || version[1] || 'unknown', warnings };
  }

  async write(lines: string): Promise<void> {
    stored(await this.#client.write('/write', { precision: 's' }, lines));
  }

  async flush(): Promise<void> {
    const made = accepted(await this.#client.get('/snapshot/create'));
    const { snapshot } = parsed(made, Snapshot);
    if (snapshot === undefined) throw new EngineError('down', 'the engine could not write its memory to the disk');
    accepted(await this.#client.get('/snapshot/delete', { snapshot }));
  }

  async held(logins: readonly string[], tS: number, counted: Counted): Promise<Map<string, Held>> {
    const which = `{${COUNTED[counted.of]},station=~"${logins.join('|')}"}`;
    const counts = (await this.#instant(`sum by (station, rev) (count_over_time(${which}[1d]))`, tS)).map(
      ({ metric: { station = '', rev }, value }) => [station, parseRev(rev), Number(value[1])] as const,
    );
    return heldBy(logins, counts, counted);
  }

  async newest(fromS: number, toS: number, logins: readonly string[]): Promise<Newest[]> {
    const of = `station=~"${logins.join('|')}"`;
    const which = `{__name__=~"${fieldsOf('wx')}|${fieldsOf('wx_station')}",${of}}[${Math.ceil(toS - fromS)}s]`;
    const [values, times] = await Promise.all([
      this.#instant(`last_over_time(${which})`, toS),
      this.#instant(`tlast_over_time(${which}) keep_metric_names`, toS),
    ]);
    const key = ({ __name__: name, station, rev }: Record<string, string>) => `${name} ${station} ${rev}`;
    const when = new Map(times.map(({ metric, value }) => [key(metric), Number(value[1])]));
    return values.flatMap(({ metric, value }) => {
      const tS = when.get(key(metric));
      const { station: login = '', __name__: field = '', rev = '0' } = metric;
      return tS === undefined ? [] : [{ login, field, rev: Number(rev), tS, value: Number(value[1]) }];
    });
  }

  async series(login: string, measurement: string, fromS: number, toS: number): Promise<Series[]> {
    const match = `{__name__=~"${fieldsOf(measurement)}",station="${login}"}`;
    const fields = { 'match[]': match, start: String(fromS), end: untilS(toS) };
    const { text } = accepted(await this.#client.form('/api/v1/export', fields));
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const { metric, values, timestamps } = exportedOf(line);
      const { __name__: field = '', station: _, ...labels } = metric;
      return { field, labels, values, tS: timestamps.map((ms) => ms / 1000) };
    });
  }

  async meanSkills(fromS: number, toS: number): Promise<MeanSkill[]> {
    const samples = await this.#instant(`avg_over_time(wx_score_skill[${Math.ceil(toS - fromS)}s])`, toS);
    return samples.map(({ metric, value }) => {
      const { station: login = '', target = '', horizon = '' } = metric;
      return { login, target, horizon, skill: Number(value[1]) };
    });
  }

  async dayScores(firstNoonS: number, lastNoonS: number): Promise<DayScore[]> {
    const range = { start: String(firstNoonS), end: String(lastNoonS), step: String(DAY_S), nocache: '1' };
    const answer = await this.#client.form('/api/v1/query_range', { query: DAY_SCORES, ...range });
    const { result } = parsed(accepted(answer), Matrices).data;
    const days = new Map<string, DayScore>();
    for (const { metric, values } of result) {
      const { target = '', horizon = '', part = '' } = metric;
      for (const [noonS, value] of values) {
        const key = `${noonS} ${target} ${horizon}`;
        const nothing = { skillSum: 0, skillN: 0, coverageSum: 0, coverageN: 0, stations: 0 };
        const day = days.get(key) ?? { noonS, target, horizon, ...nothing };
        days.set(key, { ...day, [part]: Number(value) });
      }
    }
    return [...days.values()];
  }

  async revisions(): Promise<Map<string, number[]>> {
    const data = await this.#labelsOf(`{${OF_ROWS},rev!=""}`);
    const found = Map.groupBy(data, ({ station = '' }) => station);
    const revsOf = (all: typeof data) => [...new Set(all.flatMap(({ rev }) => parseRev(rev) ?? []))];
    return new Map([...found].map(([login, all]) => [login, revsOf(all).sort((a, b) => a - b)]));
  }

  async removeRevision(login: string, rev: number): Promise<void> {
    await this.#remove(`{${OF_ROWS},station="${login}",rev="${rev}"}`);
  }

  async erase(login: string): Promise<void> {
    await this.#remove(`{station="${login}"}`);
  }

  async seriesOf(login: string): Promise<number> {
    return (await this.#labelsOf(`{station="${login}"}`)).length;
  }

  /** Labels of all series that match, of whatever time. */
  async #labelsOf(match: string) {
    const fields = { 'match[]': match, start: '1', end: String(LAST_S) };
    return parsed(accepted(await this.#client.form('/api/v1/series', fields)), SeriesLabels).data;
  }

  async #remove(match: string): Promise<void> {
    accepted(await this.#client.form('/api/v1/admin/tsdb/delete_series', { 'match[]': match }));
  }

  async valuesOf(login: string, fromS: number, toS: number): Promise<number> {
    // A window that begins on the first day of 1970 finds nothing (1.79). It ends half a second late, and its beginning is not in it.
    const span = Math.ceil(toS - Math.max(fromS, DAY_S)) + 1;
    const [sum] = await this.#instant(`sum(count_over_time({station="${login}"}[${span}s]))`, toS);
    return Number(sum?.value[1] ?? 0);
  }

  async expire(login: string, beforeS: number, nowS: number, kept: KeptRows): Promise<void> {
    const values = await this.valuesOf(login, beforeS, LAST_S);
    await kept.keep(this.#rowsSince(login, beforeS, nowS, values), { kept_from: beforeS, values });
    await this.erase(login);
    await this.bringBack(kept);
  }

  async bringBack(kept: KeptRows): Promise<void> {
    const pieces = kept.pieces();
    let step = await pieces.next();
    for (; !step.done; step = await pieces.next()) accepted(await this.#client.write('/api/v1/import', {}, step.value));
    const seal = step.value;
    if (seal === null)
      throw new EngineError('refused', `the rows set aside of ${kept.login} are not whole; they stay in its file`);
    await this.flush();
    const left = await this.valuesOf(kept.login, seal.kept_from, LAST_S);
    if (left < seal.values)
      throw new EngineError(
        'refused',
        `the engine has ${left} of ${seal.values} values of ${kept.login}; its file stays`,
      );
    kept.forget();
  }

  /** Lines of the engine's own export, a month at a time, each of them read: a proxy may answer in its place, or half of it. */
  async *#rowsSince(login: string, fromS: number, nowS: number, atLeast: number): AsyncGenerator<string> {
    let values = 0;
    for (let atS = fromS; ; atS += MONTH_S) {
      const isLast = atS + MONTH_S > nowS;
      const end = untilS(isLast ? LAST_S : atS + MONTH_S - 1);
      const fields = { 'match[]': `{station="${login}"}`, start: String(atS), end };
      const lines = accepted(await this.#client.form('/api/v1/export', fields))
        .text.split('\n')
        .filter(Boolean);
      for (const line of lines) {
        values += exportedOf(line).values.length;
        yield `${line}\n`;
      }
      if (isLast) break;
    }
    if (values < atLeast)
      throw new EngineError('refused', `the engine exports ${values} of its ${atLeast} values of ${login}`);
  }

  async #instant(query: string, tS: number): Promise<Sample[]> {
    // Without nocache a question about the last half minute is answered as of half a minute ago.
    const answer = await this.#client.form('/api/v1/query', { query, time: untilS(tS), nocache: '1' });
    return parsed(accepted(answer), Samples).data.result;
  }
}
