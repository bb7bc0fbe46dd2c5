import { isKiosk } from '../../kit/browser-choices.ts';
import { dayText } from '../../kit/calendar.ts';
import { dayFromText } from '../../kit/calendar-dates.ts';
import { minuteS, stationNowS, time } from '../../kit/data/station.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { DialogButton } from '../dialog-button.tsx';
import sheetStyles from '../sensors/sensor-sheet.css?url';
import { t } from '../texts/history.ts';
import { withForms, withStyles } from '../view-styles.ts';
import { DateField } from './date-field.tsx';
import { glanceAgain } from './glance/glance.tsx';
import type { HistoryModel } from './model.ts';
import { daysOf, fromDay, type Preset, presetsIn, toDay } from './window.ts';

const ExportDialog = lazyPart(() => import('./export/export-dialog.tsx'));
const BringSheet = lazyPart(withForms(withStyles(() => import('./bring/bring-sheet.tsx'), sheetStyles)));

/** Time range, and ways in and out of the history. */
export function RangeBar({ model }: { model: HistoryModel }) {
  const { calendar } = time.value;
  const [first, last] = daysOf(model.resting.value, calendar);
  const today = dayText(calendar.dayAt(minuteS.value));
  const pick = (text: string, stretch: typeof fromDay): void => {
    const day = dayFromText(text);
    if (day !== null) model.show(stretch(day, model.window.peek(), calendar, stationNowS()));
  };
  const date = (label: string, day: number, stretch: typeof fromDay) => (
    <DateField label={label} isLabelHidden max={today} value={dayText(day)} change={(text) => pick(text, stretch)} />
  );
  const brought = (close: () => void) => (): void => {
    close();
    model.reload();
    glanceAgain();
  };
  return (
    <div class="range-bar">
      <span class="dates">
        {date(t.history.from, first, fromDay)}
        <span class="muted" aria-hidden="true">
          –
        </span>
        {date(t.history.to, last, toDay)}
      </span>
      <span class="tools">
        <Button
          name={model.asTable.value ? t.table.hide : t.table.show}
          aria-pressed={model.asTable.value}
          onClick={() => (model.asTable.value = !model.asTable.value)}
        />
        {/* The window on the wall keeps no files, so it offers no way out. */}
        {!isKiosk && (
          <DialogButton name={t.history.export.open} opens={(close) => <ExportDialog model={model} close={close} />} />
        )}
        <DialogButton name={t.history.bring} opens={(close) => <BringSheet close={brought(close)} />} />
      </span>
    </div>
  );
}

/** Preset ranges, no longer than the record. Until its length is known their place is kept free. */
export function Presets({ model }: { model: HistoryModel }) {
  const { value, problem } = model.records;
  const nowS = minuteS.value;
  // A record that has not begun fills nothing; of one that did not answer nothing is known.
  const firstS = value.value ? (value.value.coverage.first_ts ?? nowS) : null;
  const { filled, everything } = presetsIn(nowS, time.value.calendar, firstS);
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

/** Nearer and farther around the middle of what is shown, for a hand without a wheel. */
export function Zoom({ model }: { model: HistoryModel }) {
  const by = (factor: number) => (): void => {
    model.zoom(factor, 0.5);
    model.settled();
  };
  return (
    <span class="tools">
      <Button kind="square" name="+" onClick={by(0.5)} aria-label={t.chart.closer} />
      <Button kind="square" name="−" onClick={by(2)} aria-label={t.chart.farther} />
    </span>
  );
}
