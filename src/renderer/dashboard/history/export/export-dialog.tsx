import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { units } from '../../../kit/browser-choices.ts';
import { stationNowS } from '../../../kit/data/station.ts';
import { Button, LinkButton } from '../../../kit/parts/button.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { t } from '../../texts/history.ts';
import type { HistoryModel } from '../model.ts';
import type { Window } from '../window.ts';
import { HomeAssistantForm } from './home-assistant-form.tsx';

/** Choice between a few words, as pressed buttons. */
function Choice<T extends string>({ title, of, chosen }: { title: string; of: Record<T, string>; chosen: Signal<T> }) {
  return (
    <fieldset class="flag-quantities">
      <legend class="muted">{title}</legend>
      {(Object.entries(of) as [T, string][]).map(([name, words]) => (
        <Button key={name} name={words} aria-pressed={chosen.value === name} onClick={() => (chosen.value = name)} />
      ))}
    </fieldset>
  );
}

/** Ways out of the history: a CSV with every choice of the API, or hourly statistics into Home Assistant. */
export default function ExportDialog({ model, close }: { model: HistoryModel; close: () => void }) {
  /** The window as it was when the dialog was opened: below it the charts go on to the present. */
  const shown = useMemo(() => model.resting.peek(), []);
  const firstS = model.records.value.value?.coverage.first_ts ?? 0;
  const way = useSignal<'csv' | 'homeAssistant'>('csv');
  const words = t.history.export;
  return (
    <Dialog class="ask note flags" close={close} title={words.title}>
      <Choice title={words.way} of={{ csv: words.csv, homeAssistant: words.homeAssistant }} chosen={way} />
      {way.value === 'csv' ? (
        <CsvForm shown={shown} firstS={firstS} close={close} />
      ) : (
        <HomeAssistantForm close={close} />
      )}
    </Dialog>
  );
}

function CsvForm({ shown, firstS, close }: { shown: Window; firstS: number; close: () => void }) {
  const words = t.history.export;
  const span = useSignal<'shown' | 'all'>('shown');
  const system = useSignal<'metric' | 'imperial'>(units.peek());
  const layout = useSignal<'wide' | 'long'>('wide');
  const flags = useSignal<'none' | 'each' | 'one'>('none');
  const source = useSignal<'no' | 'yes'>('no');
  const [fromS, toS] = span.value === 'shown' ? [shown.fromS, shown.toS] : [firstS, stationNowS() + 1];
  const query = new URLSearchParams({
    start: String(Math.floor(fromS)),
    end: String(Math.ceil(toS)),
    units: '1',
    system: system.value,
    layout: layout.value,
    ...(flags.value !== 'none' && { flags: '1', flag_columns: flags.value }),
    ...(source.value === 'yes' && { provenance: '1' }),
  });
  return (
    <>
      <Choice title={words.span} of={{ shown: words.shown, all: words.all }} chosen={span} />
      <Choice title={t.headings.units} of={{ metric: words.metric, imperial: words.imperial }} chosen={system} />
      <Choice title={words.layout} of={{ wide: words.wide, long: words.long }} chosen={layout} />
      <Choice
        title={words.flags}
        of={{ none: words.flagsNone, each: words.flagsEach, one: words.flagsOne }}
        chosen={flags}
      />
      <Choice title={words.source} of={{ no: words.sourceNo, yes: t.buttons.add }} chosen={source} />
      <p class="muted">{words.others}</p>
      <div class="buttons">
        <Button name={t.buttons.cancel} onClick={close} />
        <LinkButton
          kind="strong"
          name={t.buttons.download}
          href={`/api/export.csv?${query}`}
          download
          onClick={() => setTimeout(close)}
        />
      </div>
    </>
  );
}
