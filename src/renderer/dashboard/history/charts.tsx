import { effect, useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { units } from '../../kit/browser-choices.ts';
import { EDGE, FOOT, GUTTER } from '../../kit/charts/frame.ts';
import { time } from '../../kit/data/station.ts';
import { DASH, figure, unitOf } from '../../kit/format.ts';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { focusable } from '../../kit/parts/focusable.ts';
import { t } from '../texts/history.ts';
import {
  isWeather,
  kindOf,
  type Panel,
  panelsIn,
  rowAt,
  rowSpanS,
  type TableRow,
  tableRows,
  type WeatherPanel,
  weatherIn,
} from './columns.ts';
import { MarkedSpan, MarkReadings } from './flags/mark-readings.tsx';
import { gravest } from './marks.ts';
import type { HistoryModel } from './model.ts';
import { moveByHand } from './move-by-hand.ts';
import { WriteNote } from './notes/write-note.tsx';
import { Plot } from './plot.tsx';
import { Zoom } from './range-bar.tsx';
import { percentIn, spanS } from './window.ts';

const nameOf = (panel: Panel): string => (isWeather(panel) ? t.history.weather[panel] : t.quantities[panel]);
const unitIn = (panel: Panel): string => unitOf(kindOf(panel), units.value);
const MOST_TABLE_ROWS = 200;
/** Edges of the plots, for what lies over them. */
const EDGES = { '--gutter': GUTTER, '--edge': EDGE, '--foot': FOOT };
/** A touch this share of the window away from an event or a note still means it. */
const NEAR = 1 / 60;

/** The quantities over one time axis; one hand moves them all. */
export function Charts({ model }: { model: HistoryModel }) {
  const section = useRef<HTMLElement>(null);
  const ref = useRef<HTMLFieldSetElement>(null);
  const shown = useComputed(() => panelsIn(model.range.value));
  useEffect(() => (ref.current ? moveByHand(ref.current, model) : undefined), [model.asTable.value]);
  useEffect(() => {
    const atFirst = model.visits.peek();
    return effect(() => {
      if (model.visits.value === atFirst) return;
      section.current?.scrollIntoView({ block: 'start' });
      ref.current?.focus({ preventScroll: true });
    });
  }, []);

  return (
    <section class="charts bare" ref={section}>
      <div class="section-head">
        <Pointed model={model} />
        <Zoom model={model} />
        <WriteNote model={model} />
        <MarkReadings model={model} />
      </div>
      {model.asTable.value ? (
        <Rows model={model} />
      ) : (
        <fieldset class="plots" style={EDGES} ref={ref} {...focusable} aria-label={t.history.chartsLabel}>
          {shown.value.map((panel, i) => (
            <div key={panel} class={`panel${i === shown.value.length - 1 ? ' last' : ''}`}>
              <p class={`panel-name ${panel}-text`}>
                {nameOf(panel)} <span class="unit">{unitIn(panel)}</span>
              </p>
              <Plot
                key={`${panel}${i === shown.value.length - 1}`}
                panel={panel}
                label={t.history.plotLabel({ what: nameOf(panel) })}
                data={model.columns[panel]}
                window={model.window}
                cuts={model.cuts}
                skipped={model.skipped[panel]}
                withTimes={i === shown.value.length - 1}
              />
            </div>
          ))}
          <Silence model={model} />
          <Hairline model={model} />
          <Marks model={model} />
          <NoteMarks model={model} />
          <MarkedSpan model={model} />
        </fieldset>
      )}
      <Brought model={model} />
    </section>
  );
}

/** The numbers under the finger, or how to get there. */
function Pointed({ model }: { model: HistoryModel }) {
  const tS = model.pointedS.value;
  const { fromS, toS } = model.resting.value;
  if (tS === null) {
    return (
      <p class="muted pointed">
        {time.value.dateAndClock(fromS)} – {time.value.dateAndClock(toS)}
        {model.silentSinceS.value !== null && (
          <b class="silent">{t.history.silentSince({ since: time.value.dateAndClock(model.silentSinceS.value) })}</b>
        )}
      </p>
    );
  }
  const nearS = NEAR * (toS - fromS);
  return (
    <p class="pointed" aria-live="polite">
      <span class="muted">{time.value.dateAndClock(tS)}</span>
      {panelsIn(model.range.value).map((panel) => (
        <PointedValue key={panel} model={model} panel={panel} tS={tS} />
      ))}
      {nearby(model.marks.value, tS, nearS, ({ kind, detail }) => [t.eventKinds[kind], detail])}
      {nearby(model.notes.of.value.notes, tS, nearS, ({ text }) => [t.history.notes.note, text])}
    </p>
  );
}

/** Event or note nearest to a moment, in two words; null where none is near. */
function nearby<T extends { ts: number }>(
  all: readonly T[],
  tS: number,
  nearS: number,
  words: (of: T) => [string, string],
) {
  const apart = ({ ts }: T): number => Math.abs(ts - tS);
  const near = all.filter((one) => apart(one) < nearS).sort((a, b) => apart(a) - apart(b))[0];
  if (!near) return null;
  const [what, detail] = words(near);
  return (
    <span>
      <b>{what}</b> <bdi class="muted">{detail}</bdi>
    </span>
  );
}

function PointedValue({ model, panel, tS }: { model: HistoryModel; panel: Panel; tS: number }) {
  const columns = model.columns[panel].value;
  const [, mean, low, high] = columns;
  const i = rowAt(columns, tS, model.range.value?.bucket_s ?? 60);
  const write = (value: number | null): string =>
    figure(kindOf(panel), value, units.value, panel === 'pressure' && units.value === 'imperial' ? 2 : 1);
  const known = i >= 0;
  return (
    <span class={`${panel}-text`}>
      <b>{known ? write(mean[i]!) : DASH}</b>
      {known && (
        <span class="unit">
          {' '}
          {unitIn(panel)}
          {low[i] !== high[i] && ` (${write(low[i]!)} … ${write(high[i]!)})`}
        </span>
      )}
    </span>
  );
}

/** Label of a stretch after the last reading: without it an empty chart looks calm. */
function Silence({ model }: { model: HistoryModel }) {
  const sinceS = model.silentSinceS.value;
  if (sinceS === null) return null;
  const cut = `inset(0 0 0 ${Math.min(100, Math.max(0, percentIn(model.window.value, sinceS)))}%)`;
  return <div class="over silence" style={{ clipPath: cut }} aria-hidden="true" />;
}

function Hairline({ model }: { model: HistoryModel }) {
  const tS = model.pointedS.value;
  if (tS === null) return null;
  const x = `${percentIn(model.window.value, tS)}%`;
  return (
    <svg class="over hairline" aria-hidden="true">
      <line class="now-line" x1={x} x2={x} y1="0" y2="100%" />
    </svg>
  );
}

/** Event marks under the time axis; a calibration is a diamond, a problem a triangle. Where several fall together, the most severe. */
function Marks({ model }: { model: HistoryModel }) {
  const visible = useComputed(() => gravest(model.marks.value, model.window.value));
  return (
    <svg class="over marks" aria-hidden="true">
      {visible.value.map((event) => (
        <svg
          key={`${event.ts}${event.kind}`}
          x={`${percentIn(model.window.value, event.ts)}%`}
          class="event-mark"
          overflow="visible"
          aria-hidden="true"
        >
          {event.severity !== 'info' ? (
            <path class={event.severity} d="M0 1 4.5 9h-9z" />
          ) : event.kind === 'discontinuity' || event.kind === 'calibration' ? (
            <path d="M0 0 4 5 0 10-4 5z" />
          ) : (
            <path d="M-.75 1h1.5v8h-1.5z" />
          )}
        </svg>
      ))}
    </svg>
  );
}

/** Flags of notes above the charts, each with a pole through them. */
function NoteMarks({ model }: { model: HistoryModel }) {
  const { fromS, toS } = model.window.value;
  const seen = model.notes.of.value.notes.filter(({ ts }) => ts >= fromS && ts <= toS);
  return (
    <svg class="over note-marks" aria-hidden="true">
      {seen.map(({ id, ts }) => (
        <svg key={id} x={`${percentIn(model.window.value, ts)}%`} overflow="visible" aria-hidden="true">
          <line y1="0" y2="100%" />
          <path d="M0 0h11l-3 4.5 3 4.5H0z" />
        </svg>
      ))}
    </svg>
  );
}

const NAMES: Readonly<Record<string, string>> = { weewx: 'WeeWX', cumulus: 'Cumulus', weatherglass: 'Weatherglass' };

/** Provenance of what is shown: a quiet line for each import with rows in the window. */
const Brought = ({ model }: { model: HistoryModel }) =>
  model.range.value?.imported?.map(({ job, format, files, from, to }) => (
    <p key={job} class="muted">
      {t.history.imported({
        what: NAMES[format] ?? files.join(', '),
        from: time.value.date(from),
        to: time.value.date(to - 1),
      })}
    </p>
  ));

function weatherText(panel: WeatherPanel, { weather, gust }: TableRow): string {
  const u = units.value;
  const write = (value: number | null): string => figure(kindOf(panel), value, u);
  return panel === 'wind' && gust !== null ? `${write(weather.wind)} … ${write(gust)}` : write(weather[panel]);
}

/** Table of the chart's numbers, for screen readers. Long windows use wider buckets; no reading is left out between two rows. */
function Rows({ model }: { model: HistoryModel }) {
  const rows = useComputed(() => {
    const range = model.range.value;
    if (!range) return [];
    const rowS = rowSpanS(spanS(model.window.value), range.bucket_s, MOST_TABLE_ROWS);
    return tableRows(range, model.window.value, rowS, (tS) => time.value.calendar.offsetS(tS));
  });
  const u = units.value;
  return (
    <DataTable
      caption={t.views.history}
      needs="wide"
      columns={[
        { head: t.chart.time, cell: ({ tS }) => time.value.dateAndClock(tS) },
        {
          head: `${t.quantities.temperature} ${unitOf('temperature', u)}`,
          cell: (row) => figure('temperature', row.temp, u),
        },
        { head: t.chart.lowest, cell: (row) => figure('temperature', row.lowest, u) },
        { head: t.chart.highest, cell: (row) => figure('temperature', row.highest, u) },
        { head: `${t.quantities.humidity} %`, cell: (row) => figure('humidity', row.hum, u, 1) },
        { head: `${t.quantities.pressure} ${unitOf('pressure', u)}`, cell: (row) => figure('pressure', row.press, u) },
        { head: `${t.quantities.light} lx`, cell: (row) => figure('light', row.lux, u) },
        ...weatherIn(model.range.value).map((panel) => ({
          head: `${nameOf(panel)} ${unitIn(panel)}`,
          cell: (row: TableRow) => weatherText(panel, row),
        })),
      ]}
      rows={rows.value}
      class="tall"
    />
  );
}
