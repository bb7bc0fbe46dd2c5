import { foldedView, samplesView } from './008-views.ts';

/** Signals with flags, by their number in `quality`, and the name of their column in the views. */
const SIGNALS = [
  [1, 'temperature'],
  [2, 'humidity'],
  [3, 'pressure'],
  [4, 'outdoor'],
  [5, 'light'],
] as const;

/** Flags of one moment, in ms: spans of a signal never overlap, so the last that begins before it is the only one. */
const atMoment = ([signal, name]: (typeof SIGNALS)[number]): string =>
  `coalesce((SELECT CASE WHEN q.until_ms > ts_ms THEN q.bits END FROM quality q
  WHERE q.signal = ${signal} AND q.from_ms <= ts_ms ORDER BY q.from_ms DESC LIMIT 1), 0) AS ${name}_flags`;

/** All flags within a row of this width: every bit that any of its spans has. */
const within = (widthS: number, [signal, name]: (typeof SIGNALS)[number]): string => {
  const bits = [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => `coalesce(max(q.bits & ${bit}), 0)`).join(' | ');
  return `(SELECT ${bits} FROM quality q WHERE q.signal = ${signal} AND q.from_ms < (ts + ${widthS}) * 1000 AND q.until_ms > ts * 1000
  AND q.from_ms >= coalesce((SELECT max(p.from_ms) FROM quality p WHERE p.signal = ${signal} AND p.from_ms <= ts * 1000), ts * 1000))
  AS ${name}_flags`;
};

const samples = SIGNALS.map((signal) => `,\n  ${atMoment(signal)}`).join('');
const rows = (widthS: number): string => SIGNALS.map((signal) => `,\n  ${within(widthS, signal)}`).join('');

/**
 * Quality flags. `quality` is sparse: most values have no flag, and a span costs one row however long it is. Spans of one signal never
 * overlap. `unscreened` keeps what a folded row would hold without its flags, as JSON by column: `kind` 0 with all that was measured, 1
 * with what the tests alone leave. The views of `008-views.ts` get the flags behind their columns.
 */
export const QUALITY = `
CREATE TABLE quality (signal INTEGER NOT NULL, from_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL, bits INTEGER NOT NULL,
  PRIMARY KEY (signal, from_ms)) STRICT, WITHOUT ROWID;
CREATE TABLE unscreened (tier INTEGER NOT NULL, ts INTEGER NOT NULL, kind INTEGER NOT NULL, cells TEXT NOT NULL,
  PRIMARY KEY (tier, ts, kind)) STRICT, WITHOUT ROWID;
${samplesView(samples)}
${foldedView('v_five_minutes', 'five_min', rows(300))}
${foldedView('v_hours', 'hourly', rows(3600))}
`;
