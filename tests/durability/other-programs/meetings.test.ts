import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { damageOf } from '../../../src/station/store/rescue/integrity/check-database.ts';
import { StoreRefusal } from '../../../src/station/store/sqlite/store-refusal.ts';
import { share } from '../../support/share.ts';
import { dbOf, fill, openIn, SetClock, START } from '../support.ts';
import { type Case, cases } from './cases.ts';
import { AT, places, ROWS, samplesIn, toldBy } from './places.ts';
import { type Place, SHELL, type State } from './shell.ts';

const { placeOf, placeOfKilled } = places();

/** Where the table goes, as Markdown; nowhere unless asked for. */
const TABLE = process.env['WEATHERGLASS_TEST_TABLE'];

const cells = new Map<string, Partial<Record<State, string>>>();

const note = (name: string, state: State, said: string): void =>
  void cells.set(name, { ...cells.get(name), [state]: said });

afterAll(() => {
  if (TABLE === undefined) return;
  const rows = [...cells].map(
    ([name, { stopped = '–', killed = '–', running = '–' }]) => `| ${name} | ${stopped} | ${killed} | ${running} |`,
  );
  writeFileSync(TABLE, ['| what | stopped | killed | running |', '|---|---|---|---|', ...rows, ''].join('\n'));
});

async function meanwhile(place: Place, { act }: Case, state: State): Promise<number> {
  if (state === 'stopped') {
    await act(place, state);
    return ROWS;
  }
  if (state === 'killed') {
    await act(place, state);
    return ROWS + 30;
  }
  const store = openIn(place.folder, new SetClock(AT));
  fill(store, START, START + 300, 10);
  await act(place, state);
  fill(store, START + 300, AT, 10);
  expect(store.finding).toBeNull();
  expect(store.trouble).toBeNull();
  expect(store.samples.queued).toBe(0);
  store.close();
  return ROWS + 60;
}

describe.skipIf(!SHELL)('a database that another program opens', () => {
  const all = cases.flatMap((one) =>
    (one.states ?? (['stopped', 'killed', 'running'] as const)).map((state) => ({
      one,
      state,
      title: `${one.name}, ${state}`,
    })),
  );

  /** Each thing that a program does, and each sentence, each loss and each log kept of each state, once at least. */
  const aspectsOf = ({ one, state }: (typeof all)[number]) => [
    one.name,
    `${state}: ${String(one.told?.[state])}`,
    ...(['rows', 'leaves', 'keepsLog', 'refused', 'elsewhere'] as const)
      .filter((name) => one[name] !== undefined)
      .map((name) => `${state}, ${name}`),
  ];

  it.each(share('meetings of another program and a station', all, aspectsOf))(
    'is taken as it is, and that is told: $title',
    async ({ one, state }) => {
      const place = state === 'killed' ? await placeOfKilled() : placeOf();
      const had = await meanwhile(place, one, state);
      const { folder } = place;
      if (one.refused) {
        expect(() => openIn(folder, new SetClock(AT))).toThrow(StoreRefusal);
        expect(() => openIn(folder, new SetClock(AT))).toThrow(one.refused);
        note(one.name, state, 'refused in one sentence: 0 lost');
        return;
      }
      const at = one.elsewhere?.(place) ?? folder;
      const store = openIn(at, new SetClock(AT));
      expect(store.finding?.severity).not.toBe('error');
      const told = toldBy(store);
      const meant = had + (one.rows ?? 0);
      const lost = meant - samplesIn(store);
      note(one.name, state, `${lost} lost; ${told.join(' ').replaceAll(/\S+(?=damaged-)/g, '') || 'nothing told'}`);
      const wanted = one.told?.[state];
      if (wanted === null) expect(told).toEqual([]);
      else if (wanted !== undefined) expect(told).toEqual([expect.stringMatching(wanted)]);
      expect(lost).toBe(state === 'killed' ? (one.leaves ?? 0) : 0);
      one.after?.(store, { ...place, db: dbOf(at) });
      if (!one.keepsLog) expect(store.learned.load('heads', 1).found).toBe(true);
      // And it is a working store again, about which there is nothing to tell.
      fill(store, AT, AT + 300, 10);
      store.close();
      expect(damageOf(dbOf(at))).toBeNull();
      const again = openIn(at, new SetClock(AT + 300));
      expect(toldBy(again)).toEqual(told);
      again.close();
      const kept = readdirSync(at).filter((name) => name.startsWith('damaged'));
      expect(kept).toHaveLength(one.keepsLog && state === 'killed' ? 1 : 0);
    },
  );
});

it('what another program may do is a table, one row a thing', () => {
  const table = readFileSync('docs/evidence/other-programs.md', 'utf8');
  const rows = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name);
  expect(rows.slice(1)).toEqual(cases.map(({ name }) => name));
});
