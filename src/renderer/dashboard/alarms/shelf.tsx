import { computed, useSignal } from '@preact/signals';
import type { AlarmEntry } from '../../../contract/alarm-rule.ts';
import type { Alarm } from '../../../contract/alarms.ts';
import { telemetry } from '../../kit/data/station.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { Select } from '../../kit/parts/select.tsx';
import { TextField } from '../keyboard/text-field.tsx';
import { isBusy, outcome, shown } from '../settings/editing.ts';
import { t } from '../texts/alarms.ts';
import { choose } from './chosen.ts';
import { changeRule } from './data.ts';

/** Quantities that a rule of the owner's own may watch, with a threshold to begin with and the size of its hysteresis. */
const OWN: Readonly<Record<string, readonly [name: string, on: number, gap: number]>> = {
  temperatureC: [t.quantities.temperature, 25, 0.5],
  outdoorC: [t.quantities.outdoor, 2, 0.5],
  humidityPct: [t.quantities.humidity, 70, 3],
  seaLevelHpa: [t.quantities.pressure, 1000, 1],
  dewPointC: [t.quantities.dewPoint, 16, 0.5],
  lux: [t.quantities.light, 10_000, 500],
  windGustMs: [t.alarms.gusts, 17, 3],
};

/** Additions wait while the settings are being saved, or have not come yet. */
const isShut = computed(() => isBusy.value || !shown.value);

/** Alarms that come with the program, each switched on by one touch, and one of the owner's own. */
export function Shelf({ of, close }: { of: readonly Alarm[]; close: () => void }) {
  /** Takes an alarm, and opens it once it is saved, for it may be refused. A reader who has gone elsewhere meanwhile stays there. */
  const take = async (id: string, change: Partial<AlarmEntry>): Promise<void> => {
    close();
    const from = location.hash;
    await changeRule(id, change);
    if (outcome.peek() && location.hash === from) choose(id);
  };
  return (
    <Dialog class="ask shelf" close={close} title={t.alarms.add}>
      <ul>
        {of.map(({ id, kind, title }) => (
          <li key={id}>
            <span class="named">
              <b>{title}</b>
              {kind !== 'own' && <small>{t.shelf[kind]}</small>}
            </span>
            <Button
              name={t.alarms.switchOn}
              aria-label={t.alarms.switchOnOf({ title })}
              disabled={isShut.value}
              onClick={() => void take(id, { enabled: true })}
            />
          </li>
        ))}
      </ul>
      <Own take={take} />
      <div class="buttons">
        <Button name={t.buttons.cancel} onClick={close} />
      </div>
    </Dialog>
  );
}

function Own({ take }: { take: (id: string, change: Partial<AlarmEntry>) => Promise<void> }) {
  const quantity = useSignal('temperatureC');
  const when = useSignal<'below' | 'above'>('above');
  const title = useSignal('');
  const { outdoor_c: outdoorC, wind_gust: windGustMs } = telemetry.value ?? {};
  const ofSome: Readonly<Record<string, unknown>> = { outdoorC, windGustMs };
  const watched = Object.keys(OWN).filter((name) => !(name in ofSome) || typeof ofSome[name] === 'number');
  const make = (): void => {
    const [name, on, gap] = OWN[quantity.value]!;
    const off = when.value === 'below' ? on + gap : on - gap;
    // No number: two pages would give the same one to two alarms, and a merge would make one of them.
    void take(`own_${Date.now().toString(36)}`, {
      title: title.value.trim() || name,
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
        <span class="sr-only">{t.headings.quantity}</span>
        <Select
          value={quantity.value}
          of={watched.map((one) => [one, OWN[one]![0]])}
          pick={(one) => (quantity.value = one)}
        />
      </label>
      <SegmentsOf label={t.alarms.ownWhen} of={when} choices={{ below: t.alarms.below, above: t.alarms.above }} />
      <TextField label={t.headings.name} of={title} maxLength={60} />
      <Button name={t.alarms.make} disabled={isShut.value} onClick={make} />
    </fieldset>
  );
}
