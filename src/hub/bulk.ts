import { createHash } from 'node:crypto';
import { LOGIN } from '../contract/fleet-line.ts';
import type { BulkFault, BulkLine, Deed, StationKey } from '../contract/fleet-people.ts';
import { ApiError } from '../http/api-error.ts';
import { type Sentence, sentence } from '../words/sentence.ts';
import { csvLines } from './csv-lines.ts';
import { type Details, isShortLine, type Place, placeOf } from './details.ts';
import { type Enrolled, enrolled, newSecret, type Registry, slugOf } from './registry.ts';

const COLUMNS = ['name', 'place', 'group', 'login'] as const;
type Column = (typeof COLUMNS)[number];
/** As many stations as a hub has been measured with. */
const MOST_BULK = 10_000;
/** Faults shown: whoever uploads the wrong file has one in every line. */
const MOST_FAULTS = 100;

/** A line of the file, read: a station that is added, changed, or there already as the line has it. */
interface Planned extends BulkLine {
  details: Partial<Details>;
}
type Fault = Omit<BulkFault, 'detail'> & { why: Sentence };
interface BulkPlan {
  lines: Planned[];
  faults: Fault[];
}

/** Plan of a CSV file of stations, without changing anything. The same file again plans nothing: a login or a name finds its station. */
export function planOf(csv: string, registry: Registry): BulkPlan {
  const whole = (why: Sentence): BulkPlan => ({ lines: [], faults: [{ line: 1, why }] });
  const lines = csvLines(csv);
  if (lines === null) return whole(sentence('fleet-hub.csv-quote'));
  const [head, ...rows] = lines;
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const unknown = names.find((name) => name !== '' && !COLUMNS.some((one) => one === name));
  if (!names.includes('name')) return whole(sentence('fleet-hub.csv-head'));
  if (unknown !== undefined) return whole(sentence('fleet-hub.csv-column', { column: unknown.slice(0, 40) }));
  if (rows.length > MOST_BULK) return whole(sentence('fleet-hub.csv-long', { most: MOST_BULK }));
  return new Planner(registry).plan(rows.map(({ line, cells }) => ({ line, ...rowOf(names, cells) })));
}

interface Row extends Record<Column, string> {
  line: number;
  has: ReadonlySet<Column>;
  isTooLong: boolean;
}

function rowOf(names: readonly string[], cells: readonly string[]): Omit<Row, 'line'> {
  const of = (column: Column): string =>
    unarmed(cells[names.indexOf(column)] ?? '')
      .normalize('NFC')
      .trim();
  const isTooLong = cells.slice(names.length).some((cell) => cell.trim() !== '');
  const has = new Set(COLUMNS.filter((column) => names.includes(column)));
  return { name: of('name'), place: of('place'), group: of('group'), login: of('login'), has, isTooLong };
}

/** Our own tables put an apostrophe before what a spreadsheet would take for a formula. */
const unarmed = (cell: string): string => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

class Planner {
  readonly #byName: ReadonlyMap<string, readonly Enrolled[]>;
  readonly #gone: ReadonlySet<string>;
  readonly #loginAt = new Map<string, number>();
  readonly #nameAt = new Map<string, number>();
  constructor(private readonly registry: Registry) {
    this.#byName = Map.groupBy(registry.stations, ({ name }) => name);
    this.#gone = new Set(registry.gone);
  }

  plan(rows: readonly Row[]): BulkPlan {
    const plan: BulkPlan = { lines: [], faults: [] };
    for (const row of rows) {
      const one = this.#line(row);
      if (!('why' in one)) plan.lines.push(one);
      else if (plan.faults.length < MOST_FAULTS) plan.faults.push(one);
    }
    return plan;
  }

  #line(row: Row): Planned | Fault {
    const { line, name, group } = row;
    const fault = (why: Sentence): Fault => ({ line, why });
    if (row.isTooLong) return fault(sentence('fleet-hub.csv-cells'));
    if (!isShortLine(name)) return fault(sentence('fleet-hub.csv-name'));
    if (group !== '' && !isShortLine(group)) return fault(sentence('fleet-hub.csv-group'));
    const place = placeOf(row.place);
    if (place === null) return fault(sentence('fleet-hub.csv-place'));
    const found = this.#loginOf(row);
    if (typeof found !== 'string') return fault(found);
    const before = this.#loginAt.get(found) ?? this.#nameAt.get(row.login === '' ? name : '');
    if (before !== undefined) return fault(sentence('fleet-hub.csv-twice', { line: before }));
    this.#loginAt.set(found, line);
    this.#nameAt.set(name, line);
    return this.#planned(row, found, place);
  }

  /** The login of a line: its own, that of the one station of this name, or a new one that the same name always gets. */
  #loginOf({ name, login, line }: Row): string | Sentence {
    if (login !== '') {
      if (!LOGIN.test(login)) return sentence('fleet-hub.csv-login');
      return this.#gone.has(login) ? sentence('fleet-hub.csv-gone', { login }) : login;
    }
    const known = this.#byName.get(name) ?? [];
    if (known.length > 1) return sentence('fleet-hub.csv-many', { count: known.length });
    if (known.length === 1) return known[0]!.login;
    const earlier = this.#nameAt.get(name);
    if (earlier !== undefined) return sentence('fleet-hub.csv-twice', { line: earlier });
    const slug = slugOf(name);
    const own = `${slug.slice(0, 33)}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
    const isFree = (one: string): boolean =>
      this.registry.find(one) === null && !this.#gone.has(one) && (this.#loginAt.get(one) ?? line) === line;
    return [slug, own].find(isFree) ?? sentence('fleet-hub.csv-gone', { login: own });
  }

  #planned({ line, name, group, has }: Row, login: string, place: Place): Planned {
    const station = this.registry.find(login);
    const before = this.registry.detailsOf(login);
    const details: Partial<Details> = {
      ...(has.has('group') && { group: group === '' ? null : group }),
      ...(has.has('place') && place),
    };
    const isSame = Object.entries(details).every(([key, value]) => before[key as keyof Details] === value);
    const outcome = station === null ? 'add' : isSame && station.name === name ? 'there' : 'change';
    return { line, login, name, group: details.group ?? before.group, place: details.place ?? null, outcome, details };
  }
}

/**
 * Carries a file out, with the deeds for the audit log; refused by its first fault. Each new station gets a secret, which is stored
 * nowhere. For use under the lock of the registry.
 */
export function broughtIn(
  csv: string,
  registry: Registry,
  nowS: number,
  secretOf: (login: string) => string = newSecret,
) {
  const { lines, faults } = planOf(csv, registry);
  if (faults.length > 0) throw new ApiError(409, faults[0]!.why);
  const deeds = lines
    .filter(({ outcome }) => outcome !== 'there')
    .map(({ login: to, name, group, outcome }) => {
      const did: Deed = outcome === 'add' ? 'station-added' : 'station-renamed';
      return { did, to, what: { name, group } };
    });
  const keys = lines
    .filter(({ outcome }) => outcome === 'add')
    .map(({ login, name, group }): StationKey => ({ login, name, group, secret: secretOf(login) }));
  const added = keys.map(({ login, name, secret }) => enrolled(login, name, secret, nowS));
  const names = new Map(lines.map(({ login, name }) => [login, name]));
  const details = new Map(lines.map((one) => [one.login, one.details]));
  return { list: registry.withAll(added, names, details), keys, deeds, lines };
}
