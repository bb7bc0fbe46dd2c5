import type SqliteDatabase from 'better-sqlite3';

export type Db = SqliteDatabase.Database;
export interface Tier {
  tier: number;
  name: 'five_min' | 'hourly' | 'half_day';
  widthS: number;
  keptS: number;
}
export type Values = readonly (number | null)[];
export interface Folded {
  n: number;
  mean: number;
  lo: number;
  hi: number;
}
/** A way to store the extras beside, or in, the tables of the core. */
export interface Layout {
  name: string;
  /** Columns that the core's own tables get. */
  inCore?: true;
  schema: string;
  sample(db: Db): (tsMs: number, extras: Values) => void;
  fold(db: Db): (tier: Tier, ts: number, extras: readonly Folded[]) => void;
  /** Mean, least and most of some quantities, in one tier. */
  chart(db: Db, tier: Tier, which: readonly number[]): (fromS: number, untilS: number) => unknown[];
}

export const each = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join(', ');
export const wideColumns = (prefix: string, count: number) =>
  each(count, (i) => `${prefix}${i} REAL, ${prefix}${i}_lo REAL, ${prefix}${i}_hi REAL, ${prefix}${i}_gaps INTEGER`);
export const marks = (count: number) => `?${', ?'.repeat(count - 1)}`;
const flat = (extras: readonly Folded[], gaps: (n: number) => number) =>
  extras.flatMap(({ n, mean, lo, hi }) => [mean, lo, hi, gaps(n)]);

export const byTier = <T>(tiers: readonly Tier[], make: (tier: Tier) => T) =>
  new Map(tiers.map((tier) => [tier, make(tier)]));

function wideChart(db: Db, table: string, which: readonly number[]) {
  const columns = which.map((i) => `x${i}, x${i}_lo, x${i}_hi`).join(', ');
  const read = db.prepare<number[], unknown[]>(`SELECT ts, ${columns} FROM ${table} WHERE ts >= ? AND ts < ?`).raw();
  return (fromS: number, untilS: number) => read.all(fromS, untilS);
}

function narrow(name: string, rawKey: string, foldedKey: string, ends: string, index = ''): Layout {
  const isByTime = foldedKey.includes('ts, quantity');
  return {
    name,
    schema: `CREATE TABLE x_sample (quantity INTEGER NOT NULL, ts_ms INTEGER NOT NULL, value REAL NOT NULL${rawKey}) ${ends};
      CREATE TABLE x_folded (tier INTEGER NOT NULL, quantity INTEGER NOT NULL, ts INTEGER NOT NULL, n INTEGER NOT NULL,
        value REAL NOT NULL, lo REAL, hi REAL, steadiness REAL${foldedKey}) ${ends}; ${index}`,
    sample: (db) => {
      const put = db.prepare('INSERT INTO x_sample (quantity, ts_ms, value) VALUES (?, ?, ?)');
      return (tsMs, extras) => {
        for (const [i, value] of extras.entries()) if (value !== null) put.run(i, tsMs, value);
      };
    },
    fold: (db) => {
      const put = db.prepare('INSERT OR REPLACE INTO x_folded VALUES (?, ?, ?, ?, ?, ?, ?, NULL)');
      return ({ tier }, ts, extras) => {
        for (const [i, { n, mean, lo, hi }] of extras.entries()) put.run(tier, i, ts, n, mean, lo, hi);
      };
    },
    chart: (db, { tier }, which) => {
      const select = 'SELECT quantity, ts, value, lo, hi FROM x_folded WHERE tier = ? AND';
      if (!isByTime) {
        const one = db.prepare<number[], unknown[]>(`${select} quantity = ? AND ts >= ? AND ts < ? ORDER BY ts`).raw();
        return (fromS, untilS) => which.flatMap((quantity) => one.all(tier, quantity, fromS, untilS));
      }
      const all = db.prepare(`${select} ts >= ? AND ts < ? AND quantity IN (${which.join()})`).raw();
      return (fromS, untilS) => all.all(tier, fromS, untilS);
    },
  };
}

function wide(count: number, tiers: readonly Tier[], name: string, table: (core: string) => string): Layout {
  return {
    name,
    schema: `CREATE TABLE ${table('sample')} (ts_ms INTEGER PRIMARY KEY, ${each(count, (i) => `x${i} REAL`)});
      ${tiers.map((tier) => `CREATE TABLE ${table(tier.name)} (ts INTEGER PRIMARY KEY, n INTEGER, ${wideColumns('x', count)});`).join('\n')}`,
    sample: (db) => {
      const put = db.prepare(`INSERT INTO ${table('sample')} VALUES (${marks(1 + count)})`);
      return (tsMs, extras) => void (extras[0] === null || put.run(tsMs, ...extras));
    },
    fold: (db) => {
      const put = byTier(tiers, (tier) =>
        db.prepare(`INSERT OR REPLACE INTO ${table(tier.name)} VALUES (${marks(2 + 4 * count)})`),
      );
      return (tier, ts, extras) => void put.get(tier)!.run(ts, 150, ...flat(extras, () => 0));
    },
    chart: (db, { name: tier }, which) => wideChart(db, table(tier), which),
  };
}

/** Columns behind those of the core, as `ALTER TABLE` would add them. */
function inCore(count: number, tiers: readonly Tier[]): Layout {
  const names = each(count, (i) => `x${i}, x${i}_lo, x${i}_hi, x${i}_gaps`).split(', ');
  const set = names.map((name) => `${name} = ?`).join(', ');
  const alter = (table: string, columns: string) =>
    columns
      .split(', ')
      .map((column) => `ALTER TABLE ${table} ADD COLUMN ${column};`)
      .join('\n');
  return {
    name: 'columns of the core tables',
    inCore: true,
    schema:
      alter(
        'sample',
        each(count, (i) => `x${i} REAL`),
      ) + tiers.map(({ name }) => alter(name, wideColumns('x', count))).join('\n'),
    sample: (db) => {
      const put = db.prepare(`UPDATE sample SET ${each(count, (i) => `x${i} = ?`)} WHERE ts_ms = ?`);
      return (tsMs, extras) => void (extras[0] === null || put.run(...extras, tsMs));
    },
    fold: (db) => {
      const put = byTier(tiers, ({ name }) => db.prepare(`UPDATE ${name} SET ${set} WHERE ts = ?`));
      return (tier, ts, extras) => void put.get(tier)!.run(...flat(extras, (n) => n && 0), ts);
    },
    chart: (db, { name: table }, which) => wideChart(db, table, which),
  };
}

export const layoutsOf = (count: number, tiers: readonly Tier[]): readonly Layout[] => [
  inCore(count, tiers),
  wide(count, tiers, 'a wide table of their own', (core) => `x_${core}`),
  narrow(
    'narrow, by quantity',
    ', PRIMARY KEY (quantity, ts_ms)',
    ', PRIMARY KEY (tier, quantity, ts)',
    'WITHOUT ROWID',
  ),
  narrow('narrow, by time', ', PRIMARY KEY (ts_ms, quantity)', ', PRIMARY KEY (tier, ts, quantity)', 'WITHOUT ROWID'),
  narrow(
    'narrow, samples by time, roll-ups by quantity',
    ', PRIMARY KEY (ts_ms, quantity)',
    ', PRIMARY KEY (tier, quantity, ts)',
    'WITHOUT ROWID',
  ),
  narrow(
    'narrow with rowids and an index by quantity',
    '',
    '',
    '',
    `CREATE INDEX x_sample_at ON x_sample (quantity, ts_ms); CREATE UNIQUE INDEX x_folded_at ON x_folded (tier, quantity, ts)`,
  ),
];
