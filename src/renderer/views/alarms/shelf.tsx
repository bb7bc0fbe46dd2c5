import { useSignal } from '@preact/signals';
import type { AlarmEntry } from '../../../contract/alarm-rule.ts';
import type { Alarm } from '../../../contract/alarms.ts';
import { telemetry } from '../../data/station.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/keyboard/text-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { t } from '../../texts/alarms.ts';
import { changeRule, entries } from './data.ts';
import { whatOf } from './sentence.tsx';

/** Quantities that a rule of the owner's own may watch, with a threshold to begin with and the size of its hysteresis. */
const OWN: Readonly<Record<string, readonly [on: number, gap: number]>> = {
  temperatureC: [25, 0.5],
  outdoorC: [2, 0.5],
  humidityPct: [70, 3],
  seaLevelHpa: [1000, 1],
  dewPointC: [16, 0.5],
  lux: [10_000, 500],
  windGustMs: [17, 3],
};

interface Props {
  of: readonly Alarm[];
  open: (id: string) => void;
  close: () => void;
}

/** Alarms that come with the program, each switched on by one touch, and one of the owner's own. */
export function Shelf({ of, open, close }: Props) {
  const take = (id: string, change: Partial<AlarmEntry>): void => {
    void changeRule(id, change);
    open(id);
    close();
  };
  return (
    <Dialog class="ask shelf" close={close} labelledBy="shelf-title">
      <h2 id="shelf-title">{t.alarms.add}</h2>
      <ul>
        {of.map(({ id, kind, title }) => (
          <li key={id}>
            <span class="named">
              <b>{title}</b>
              {kind !== 'own' && <small>{t.shelf[kind]}</small>}
            </span>
            <button
              type="button"
              class="button"
              aria-label={t.alarms.switchOnOf({ title })}
              onClick={() => take(id, { enabled: true })}
            >
              {t.alarms.switchOn}
            </button>
          </li>
        ))}
      </ul>
      <Own take={take} />
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {t.alarms.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function Own({ take }: { take: (id: string, change: Partial<AlarmEntry>) => void }) {
  const quantity = useSignal('temperatureC');
  const when = useSignal<'below' | 'above'>('above');
  const title = useSignal('');
  const isThere = (name: string): boolean => {
    const now = telemetry.value as unknown as Record<string, unknown> | null;
    if (name === 'outdoorC') return typeof now?.['outdoor_c'] === 'number';
    return name !== 'windGustMs' || typeof now?.['wind_gust'] === 'number';
  };
  const make = (): void => {
    const [on, gap] = OWN[quantity.value]!;
    const used = new Set(entries.peek().map(({ id }) => id));
    let n = 1;
    while (used.has(`own_${n}`)) n++;
    const off = when.value === 'below' ? on + gap : on - gap;
    take(`own_${n}`, {
      ...(title.value.trim() !== '' && { title: title.value.trim() }),
      enabled: true,
      quantity: quantity.value,
      when: when.value,
      on,
      off,
    });
  };
  return (
    <fieldset class="own">
      <legend>{t.alarms.own}</legend>
      <label>
        <span class="sr-only">{t.alarms.ownWhat}</span>
        <select
          class="choose"
          value={quantity.value}
          onChange={({ currentTarget }) => (quantity.value = currentTarget.value)}
        >
          {Object.keys(OWN)
            .filter(isThere)
            .map((name) => (
              <option key={name} value={name}>
                {whatOf(name)}
              </option>
            ))}
        </select>
      </label>
      <Segments
        label={t.alarms.ownWhen}
        value={when.value}
        choose={(next) => (when.value = next)}
        choices={{ below: t.alarms.below, above: t.alarms.above }}
      />
      <TextField label={t.alarms.ownTitle} value={title.value} maxLength={60} change={(text) => (title.value = text)} />
      <button type="button" class="button" onClick={make}>
        {t.alarms.make}
      </button>
    </fieldset>
  );
}
