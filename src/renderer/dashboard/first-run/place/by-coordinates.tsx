import { type Signal, useSignal } from '@preact/signals';
import { Button } from '../../../kit/parts/button.tsx';
import { Keypad } from '../../../kit/parts/keypad.tsx';
import { Refusal } from '../../../kit/parts/refusal.tsx';
import { Segments } from '../../../kit/parts/segments.tsx';
import { entryOf } from '../../settings/number-entry.ts';
import { t } from '../../texts/first-run.ts';
import { draft, take } from '../draft.ts';
import { towns } from './towns.ts';

type Which = 'latitude' | 'longitude';
const MOST = { latitude: 90, longitude: 180 } as const;

/** Two numbers by the keypad, with their sides of the earth: nobody has to know what a minus would mean. */
export function ByCoordinates({ found }: { found: () => void }) {
  const known = draft.peek().place;
  const started = (value: number | undefined): string => (value === undefined ? '' : String(Math.abs(value)));
  const latitude = useSignal(started(known?.latitude));
  const longitude = useSignal(started(known?.longitude));
  const isSouth = useSignal((known?.latitude ?? 0) < 0);
  const isWest = useSignal((known?.longitude ?? 0) < 0);
  const which = useSignal<Which>('latitude');
  const judged = (of: Which, typed: Signal<string>) =>
    entryOf({ key: `site.${of}`, type: 'number', min: 0, max: MOST[of] }, typed.value);
  const entries = { latitude: judged('latitude', latitude), longitude: judged('longitude', longitude) };
  const values = {
    latitude: signed(entries.latitude.stored, isSouth),
    longitude: signed(entries.longitude.stored, isWest),
  };
  const isWhole = values.latitude !== null && values.longitude !== null;
  const enter = (): void => {
    if (which.peek() === 'latitude') which.value = 'longitude';
    else if (isWhole) void takePoint(values.latitude!, values.longitude!).then(found);
  };
  const line = (of: Which, typed: Signal<string>) => (
    <button type="button" class="choice" aria-pressed={which.value === of} onClick={() => (which.value = of)}>
      <span class="muted">{t.first.place[of]}</span>
      <b>{typed.value === '' ? '–' : `${typed.value}°`}</b>
    </button>
  );
  const refusal = (of: Which) => entries[of].wrong && <Refusal of={entries[of].wrong} />;
  return (
    <div class="beside">
      <div class="words">
        {line('latitude', latitude)}
        {refusal('latitude')}
        <Segments
          label={t.first.place.latitude}
          value={isSouth.value ? 'south' : 'north'}
          choose={(side) => (isSouth.value = side === 'south')}
          choices={{ north: t.first.place.north, south: t.first.place.south }}
        />
        {line('longitude', longitude)}
        {refusal('longitude')}
        <Segments
          label={t.first.place.longitude}
          value={isWest.value ? 'west' : 'east'}
          choose={(side) => (isWest.value = side === 'west')}
          choices={{ west: t.first.place.west, east: t.first.place.east }}
        />
        <Button
          kind="strong"
          name={t.first.place.take}
          disabled={!isWhole}
          onClick={() => {
            which.value = 'longitude';
            enter();
          }}
        />
      </div>
      <Keypad
        key={which.value}
        typed={which.value === 'latitude' ? latitude : longitude}
        kind="number"
        mostDigits={7}
        enter={enter}
      />
    </div>
  );
}

const signed = (size: number | null, isNegative: Signal<boolean>): number | null =>
  size !== null && isNegative.value ? -size : size;

/** The time zone and about the height of the nearest town, where the list is at hand. */
export async function takePoint(latitude: number, longitude: number, altitudeM: number | null = null): Promise<void> {
  const nearest = await towns().then(
    (list) => list.nearest(latitude, longitude),
    () => null,
  );
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  take(
    {
      name: nearest?.name ?? null,
      isNear: true,
      country: nearest?.country ?? null,
      latitude: round(latitude),
      longitude: round(longitude),
      timezone: nearest?.timezone ?? null,
    },
    altitudeM ?? nearest?.altitudeM ?? null,
  );
}
