import { useSignal } from '@preact/signals';
import { dayText } from '../../calendar.ts';
import { dayFromText } from '../../calendar-dates.ts';
import { minuteS, stationNowS, time } from '../../data/station.ts';
import { isKiosk } from '../../settings.ts';
import { t } from '../../texts/history.ts';
import { Bring } from './bring/bring.tsx';
import { ExportDialog } from './export/late-dialog.tsx';
import type { HistoryModel } from './model.ts';
import { daysOf, fromDay, offered, type Preset, toDay, type Window } from './window.ts';

/** Time range and CSV download. */
export function RangeBar({ model }: { model: HistoryModel }) {
  const { calendar } = time.value;
  const [first, last] = daysOf(model.resting.value, calendar);
  const today = dayText(calendar.dayAt(minuteS.value));
  const pick = (text: string, stretch: typeof fromDay): void => {
    const day = dayFromText(text);
    if (day !== null) model.show(stretch(day, model.window.peek(), calendar, stationNowS()));
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
          <input
            type="date"
            max={today}
            value={dayText(first)}
            onChange={(event) => pick(event.currentTarget.value, fromDay)}
          />
        </label>
        <span class="muted" aria-hidden="true">
          –
        </span>
        <label class="date">
          <span class="sr-only">{t.history.to}</span>
          <input
            type="date"
            max={today}
            value={dayText(last)}
            onChange={(event) => pick(event.currentTarget.value, toDay)}
          />
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
          {model.asTable.value ? t.table.hide : t.table.show}
        </button>
        {!isKiosk && <ExportButton model={model} />}
        <Bring model={model} />
      </span>
    </div>
  );
}

/** Preset ranges, no longer than the record. They keep their place until its length is known. */
export function Presets({ model }: { model: HistoryModel }) {
  const { value, problem } = model.records;
  const nowS = minuteS.value;
  // A record that has not begun fills nothing; of one that did not answer nothing is known.
  const firstS = value.value ? (value.value.coverage.first_ts ?? nowS) : null;
  const { filled, everything } = offered(nowS, time.value.calendar, firstS);
  const chosen = model.preset.value;
  const button = (name: Preset, isPressed: boolean, words: string) => (
    <button key={name} type="button" aria-pressed={isPressed} onClick={() => model.choose(name)}>
      {words}
    </button>
  );
  return (
    <fieldset class={`segments${value.value || problem.value ? '' : ' unknown'}`} aria-label={t.history.presets}>
      {filled.map((name) => button(name, chosen === name, t.history.spans[name]))}
      {everything && button(everything, chosen !== null && !filled.includes(chosen), t.history.everything)}
    </fieldset>
  );
}

/** Ways out of the history. The window on the wall keeps no files, so it offers none. */
function ExportButton({ model }: { model: HistoryModel }) {
  const shown = useSignal<Window | null>(null);
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          shown.value = model.resting.peek();
        }}
      >
        {t.history.export.open}
      </button>
      {shown.value && (
        <ExportDialog
          shown={shown.value}
          firstS={model.records.value.value?.coverage.first_ts ?? null}
          close={() => {
            shown.value = null;
          }}
        />
      )}
    </>
  );
}
