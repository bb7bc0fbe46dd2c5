import { time } from '../../data/station.ts';
import { isKiosk } from '../../settings.ts';
import { t } from '../../texts.ts';
import type { HistoryModel } from './model.ts';
import { PRESETS, type Preset, type Window } from './window.ts';

const DAY_S = 86_400;
const two = (n: number): string => String(n).padStart(2, '0');

/** How far back to look, and the same stretch as a file. */
export function RangeBar({ model }: { model: HistoryModel }) {
  const { fromS, toS } = model.resting.value;
  const dateOf = (tS: number): string => {
    const { year, month, day } = time.value.parts(tS);
    return `${year}-${two(month)}-${two(day)}`;
  };
  const midnight = (date: string): number | null => {
    const [year, month, day] = date.split('-').map(Number);
    return year && month && day ? time.value.at(year, month, day) : null;
  };
  const fromDate = (date: string): void => {
    const startS = midnight(date);
    if (startS !== null) model.show({ fromS: startS, toS: Math.max(toS, startS + DAY_S) });
  };
  const toDate = (date: string): void => {
    const startS = midnight(date);
    if (startS !== null) model.show({ fromS: Math.min(fromS, startS), toS: startS + DAY_S });
  };
  const zoomBy = (factor: number): void => {
    model.zoom(factor, 0.5);
    model.settled();
  };
  return (
    <div class="range-bar">
      <span class="dates">
        <label class="date">
          <span class="sr-only">{t.history.from}</span>
          <input type="date" value={dateOf(fromS)} onChange={(event) => fromDate(event.currentTarget.value)} />
        </label>
        <span class="muted" aria-hidden="true">
          –
        </span>
        <label class="date">
          <span class="sr-only">{t.history.to}</span>
          <input type="date" value={dateOf(toS - 1)} onChange={(event) => toDate(event.currentTarget.value)} />
        </label>
      </span>
      <span class="tools">
        <button type="button" class="button square" onClick={() => zoomBy(0.5)} aria-label={t.history.zoomIn}>
          +
        </button>
        <button type="button" class="button square" onClick={() => zoomBy(2)} aria-label={t.history.zoomOut}>
          −
        </button>
        <button
          type="button"
          class="button"
          aria-pressed={model.asTable.value}
          onClick={() => {
            model.asTable.value = !model.asTable.value;
          }}
        >
          {model.asTable.value ? t.chart.showChart : t.chart.showTable}
        </button>
        {!isKiosk && <CsvLink fromS={fromS} toS={toS} />}
      </span>
    </div>
  );
}

export const Presets = ({ model }: { model: HistoryModel }) => (
  <fieldset class="segments" aria-label={t.history.presets}>
    {(Object.keys(PRESETS) as Preset[]).map((name) => (
      <button key={name} type="button" aria-pressed={model.preset.value === name} onClick={() => model.choose(name)}>
        {t.history.spans[name]}
      </button>
    ))}
  </fieldset>
);

/** Exactly what is shown, as a file. The window on the wall keeps no files, so it offers none. */
const CsvLink = ({ fromS, toS }: Window) => (
  <a
    class="button"
    href={`/api/export.csv?start=${Math.round(fromS)}&end=${Math.round(toS)}`}
    download
    title={t.history.csvHint}
  >
    {t.history.csv}
  </a>
);
