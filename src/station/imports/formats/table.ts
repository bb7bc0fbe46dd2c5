import { HOUR_S } from '../../../base/durations.ts';
import type { Zone } from '../../../base/zone.ts';
import { type BoardSignal, HEARD, isBad, type SignalName } from '../../quality/flags.ts';
import type { PastName, Read } from '../past-row.ts';
import { cellsOf, numberOf } from '../text/cells.ts';
import { linesOf } from '../text/lines.ts';
import { civilOf, type DateOrder, LocalTimes } from '../text/local-time.ts';
import type { Column } from './columns.ts';
import type { Source } from './decoder.ts';

const TIER_WIDTH_S: Readonly<Record<string, number>> = { '0': 0, '1': 300, '2': HOUR_S };

/** Compass points as words: N, NNE, East. */
const POINTS = ['n', 'nne', 'ne', 'ene', 'e', 'ese', 'se', 'sse', 's', 'ssw', 'sw', 'wsw', 'w', 'wnw', 'nw', 'nnw'];
const WORDS: Readonly<Record<string, string>> = { north: 'n', east: 'e', south: 's', west: 'w' };
const pointOf = (text: string): number | null => {
  const word = text.trim().toLowerCase();
  const at = POINTS.indexOf(WORDS[word] ?? word);
  return at < 0 ? null : at * 22.5;
};

/** Layout of a table of text: where its time and its values stand. */
export interface Layout {
  /** Lines up to this one are none of the table, counted from 0. */
  headingLine: number;
  separator: string;
  comma: boolean;
  columns: Column[];
  /** Cells that make the time, joined by a space. */
  time: readonly number[];
  epoch: number | null;
  tier: number | null;
  /** Columns of our own flags, by signal; `flags` has all in one. */
  flags: readonly (readonly [name: SignalName | 'flags', index: number])[];
  order: DateOrder;
  newestFirst: boolean;
  /** Cells of a line, at least. */
  fewest: number;
  /** Of an interval, where the mapping says so. */
  widthS: number | null;
  shiftS: number;
}

/** Rows of a table of text, a line at a time. */
export function* rowsOf(path: string, layout: Layout, zone: Zone): ReturnType<Source['read']> {
  const times = new LocalTimes(zone, layout.newestFirst);
  const used = 1 + Math.max(...layout.time, ...layout.columns.map(({ index }) => index));
  /** Cells up to the last one that is used: what stands behind may be missing, or have a separator of its own. */
  const cellsIn = (text: string) => Math.min(cellsOf(text, layout.separator)?.length ?? 0, used);
  let line = 0;
  let before = '';
  for (const { text, share, cut } of linesOf(path)) {
    line += 1;
    const clean = text.replace(/<br>$/, '').trim();
    if (clean === '' || clean === '<br>' || clean.startsWith('<!--')) continue;
    const isTorn = cut && cellsIn(text) < cellsIn(before);
    before = text;
    if (line <= layout.headingLine + 1) continue;
    // Its last number may be torn, too: 4 of 4.6.
    yield { read: isTorn ? { line, refused: 'unreadable' } : rowOf(clean, line, layout, times), share };
  }
}

function rowOf(text: string, line: number, layout: Layout, times: LocalTimes): Read {
  const cells = cellsOf(text, layout.separator);
  const moment = cells === null || cells.length < layout.fewest ? null : momentOf(cells, layout, times);
  if (cells === null || moment === null || (moment !== 'skipped' && moment.tS <= 0))
    return { line, refused: 'unreadable' };
  if (moment === 'skipped') return { line, refused: 'no-such-hour' };
  const values: Partial<Record<PastName, number>> = {};
  for (const { index, name, toSi } of layout.columns) {
    const value =
      numberOf(cells[index], layout.comma) ?? (name === 'windDirectionDeg' ? pointOf(cells[index] ?? '') : null);
    const si = value === null ? Number.NaN : toSi(value);
    if (Number.isFinite(si)) values[name] = si;
  }
  const tier = layout.tier === null ? '' : (cells[layout.tier]?.trim() ?? '');
  // Samples alone: coarser rows are without flagged values already.
  if (tier === '0') leaveOut(values, cells, layout.flags);
  const widthS = layout.tier === null ? layout.widthS : Object.hasOwn(TIER_WIDTH_S, tier) ? TIER_WIDTH_S[tier]! : 0;
  const shiftS = layout.tier === null ? layout.shiftS : (widthS ?? 0);
  return { tS: moment.tS + shiftS, widthS, values, ...(moment.ambiguous && { ambiguous: true }) };
}

/** Values of our own CSV that each signal flags. */
const FLAGGED: Readonly<Record<string, readonly PastName[]>> = {
  temperature: ['coreC'],
  humidity: ['corePct'],
  pressure: ['seaLevelHpa'],
  outdoor: ['outdoorTemperatureC'],
  light: ['lux'],
  ...Object.fromEntries(HEARD.map(({ name, together }) => [name, together.map((row) => row.name as PastName)])),
} satisfies Record<BoardSignal, readonly PastName[]>;

/** Takes out values that our own flags call wrong: a number in a column of its own, or `temperature:64 light:1` in one. */
function leaveOut(values: Partial<Record<PastName, number>>, cells: readonly string[], flags: Layout['flags']): void {
  for (const [name, index] of flags) {
    const cell = cells[index] ?? '';
    for (const said of name === 'flags' ? cell.split(' ') : [`${name}:${cell}`]) {
      const [signal, bits] = said.split(':');
      if (!signal || !Object.hasOwn(FLAGGED, signal) || !isBad(Number(bits))) continue;
      for (const flagged of FLAGGED[signal]!) delete values[flagged];
    }
  }
}

function momentOf(cells: readonly string[], layout: Layout, times: LocalTimes) {
  if (layout.epoch !== null) {
    const epoch = numberOf(cells[layout.epoch], false);
    return epoch === null || epoch < 0 || epoch > 4e9 ? null : { tS: epoch, ambiguous: false };
  }
  const stamp = civilOf(layout.time.map((index) => cells[index] ?? '').join(' '), layout.order);
  if (stamp === null) return null;
  if (stamp.offsetS !== null) return { tS: stamp.civil - stamp.offsetS, ambiguous: false };
  return times.momentOf(stamp.civil) ?? ('skipped' as const);
}
