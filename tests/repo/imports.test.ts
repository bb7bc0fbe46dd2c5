import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const importsOf = (file: string): Import[] =>
  [
    ...readFileSync(join(SRC, file), 'utf8').matchAll(
      /(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|import\s+'([^']+)'/g,
    ),
  ].map((match) => {
    const target = match[2] ?? match[3] ?? match[4]!;
    const to = target.startsWith('.') ? relative(SRC, join(SRC, dirname(file), target)) : target;
    return { from: file, to, typeOnly: match[1] !== undefined };
  });

const all = files.flatMap(importsOf);
const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const told = (imports: Import[]) => imports.map(({ from, to }) => `${from} → ${to}`);

/** Folders of ARCHITECTURE's picture, in its order: those of `src`, and the rooms indented below them. */
function pictured(): [folder: string, rooms: string[]][] {
  const picture = readFileSync(join(SRC, '../ARCHITECTURE.md'), 'utf8').split('```')[1]!;
  const found = new Map<string, string[]>();
  let folder = '';
  for (const [, top, rooms] of picture.matchAll(/^src\/(\w+)\/|^ {4}((?:[\w-]+\/ +)+)/gm)) {
    folder = top ?? folder;
    const [place, names] = top ? ['', [top]] : [folder, rooms!.match(/[\w-]+/g)!];
    found.set(place, [...(found.get(place) ?? []), ...names]);
  }
  return [...found];
}

describe('imports run one way', () => {
  describe.each(pictured())('src/%s', (folder, rooms) => {
    const above = folder === '' ? '' : `${folder}/`;

    it('has the folders of the picture in ARCHITECTURE', () => {
      const inside = readdirSync(join(SRC, folder), { withFileTypes: true }).filter((one) => one.isDirectory());
      expect([...rooms].sort()).toEqual(inside.map(({ name }) => name).sort());
    });

    it('imports only what stands above in the picture; a file beside the folders stands where its own imports put it', () => {
      const places = new Map<string, number>();
      const placeOf = (file: string): number => {
        const room = rooms.indexOf(file.slice(above.length).split('/')[0]!);
        if (room >= 0 || places.has(file)) return Math.max(room, places.get(file) ?? room);
        const taken = all.filter(({ from, to }) => from === file && to.startsWith(above) && files.includes(to));
        places.set(file, Math.max(-1, ...taken.map(({ to }) => placeOf(to))));
        return places.get(file)!;
      };
      const inside = all.filter(({ from, to }) => from.startsWith(above) && to.startsWith(above) && files.includes(to));
      expect(told(inside.filter(({ from, to }) => placeOf(from) < placeOf(to)))).toEqual([]);
    });
  });

  it.each([
    ['words', ['contract']],
    ['http', ['config', 'sending', 'station', 'backtest']],
    ['connections', ['backtest', 'http']],
    ['server', ['backtest', 'connections']],
    ['hub', ['config', 'station', 'backtest', 'connections', 'server']],
    ['renderer', ['words', 'config', 'station', 'backtest', 'connections', 'http', 'server', 'hub', 'main']],
    ['renderer/fleet', ['renderer/dashboard']],
  ])('%s takes nothing from %j, although it stands above', (folder, forbidden) => {
    const wrong = all.filter((i) => within(folder)(i.from) && forbidden.some((other) => within(other)(i.to)));
    expect(told(wrong)).toEqual([]);
  });

  it.each(['station', 'renderer'])('%s takes types and plain names from the contract, never a schema', (folder) => {
    const plain = ['names', 'alarm-names', 'mqtt-units', 'label-value'].map((name) => `contract/${name}.ts`);
    const wrong = all.filter(
      (i) => within(folder)(i.from) && within('contract')(i.to) && !i.typeOnly && !plain.includes(i.to),
    );
    expect(told(wrong)).toEqual([]);
    expect(told(all.filter((i) => plain.includes(i.from) && !within('base')(i.to)))).toEqual([]);
  });

  it.each([
    ['base', []],
    ['maths', ['base']],
    ['quantities', []],
    ['messages', []],
  ])('%s takes nothing from anybody but %j', (folder, allowed) => {
    const wrong = all.filter(
      (i) => within(folder)(i.from) && files.includes(i.to) && ![folder, ...allowed].some((ours) => within(ours)(i.to)),
    );
    expect(told(wrong)).toEqual([]);
  });

  it('the hub reaches no station, by whatever it takes from others', () => {
    const reached = new Set(files.filter(within('hub')));
    for (const file of reached) for (const i of all) if (i.from === file && !i.typeOnly) reached.add(i.to);
    expect([...reached].filter((file) => within('station')(file))).toEqual([]);
  });

  it('each package that ties us to a place is imported in one place', () => {
    const users = (name: string) => all.filter((i) => i.to === name).map((i) => i.from);
    expect(users('better-sqlite3').every(within('station/store'))).toBe(true);
    expect(users('better-sqlite3').length).toBeGreaterThan(0);
    expect(users('i2c-bus').filter((file) => file !== 'station/sensors/bus/i2c-bus.ts')).toEqual([]);
    expect(users('electron').every(within('main'))).toBe(true);
    expect(users('mqtt').every(within('connections/mqtt'))).toBe(true);
    expect(users('nodemailer').every(within('sending'))).toBe(true);
    expect(users('nodemailer').length).toBeGreaterThan(0);
    expect(users('express').every((file) => ['http', 'server', 'hub'].some((folder) => within(folder)(file)))).toBe(
      true,
    );
  });

  it('station and connections ask neither the machine for the time nor the process for its environment', () => {
    const asks = files
      .filter((file) =>
        ['station', 'backtest', 'config', 'sending', 'connections'].some((folder) => within(folder)(file)),
      )
      .filter((file) =>
        /Date\.now\(\)|new Date\(\)|process\.env|Math\.random\(/.test(readFileSync(join(SRC, file), 'utf8')),
      );
    expect(asks).toEqual([]);
  });
});

describe('there is no circle', () => {
  /** Strongly connected groups of more than one (Tarjan 1972): everyone in such a group needs everyone else. */
  function circles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
    const order = new Map<string, number>();
    const low = new Map<string, number>();
    const open: string[] = [];
    const found: string[][] = [];
    const visit = (node: string): void => {
      order.set(node, order.size);
      low.set(node, order.get(node)!);
      open.push(node);
      for (const next of arrows.get(node) ?? []) {
        if (!order.has(next)) visit(next);
        if (open.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
      }
      if (low.get(node) !== order.get(node)) return;
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    };
    for (const node of arrows.keys()) if (!order.has(node)) visit(node);
    return found;
  }

  const arrowsBetween = (place: (file: string) => string | null): Map<string, Set<string>> => {
    const arrows = new Map<string, Set<string>>();
    for (const { from, to } of all) {
      const [a, b] = [place(from), place(to)];
      if (a === null || b === null || a === b) continue;
      if (!arrows.has(a)) arrows.set(a, new Set());
      arrows.get(a)!.add(b);
    }
    return arrows;
  };

  it('of files, not even of types', () => {
    expect(circles(arrowsBetween((file) => (files.includes(file) ? file : null)))).toEqual([]);
  });

  const folders = [...new Set(files.map((file) => dirname(file)))].flatMap((folder) =>
    folder.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')),
  );

  it('of what stands in one folder, files and rooms alike, at whatever depth', () => {
    const found = [...new Set(folders)].flatMap((folder) => {
      const above = folder === '' ? '' : `${folder}/`;
      const room = (file: string): string | null =>
        file.startsWith(above) && files.includes(file) ? file.slice(above.length).split('/')[0]! : null;
      return circles(arrowsBetween(room)).map((rooms) => ({ folder, rooms }));
    });
    expect(found).toEqual([]);
  });

  it('and would be seen if there were one', () => {
    const arrows = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
      ['d', new Set<string>()],
    ]);
    expect(circles(arrows)).toEqual([['a', 'b', 'c']]);
  });
});
