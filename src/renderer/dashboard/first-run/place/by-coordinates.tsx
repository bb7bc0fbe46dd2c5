import { type Signal, useSignal } from '@preact/signals';
import { Button } from '../../../kit/parts/button.tsx';
import { Keypad } from '../../../kit/parts/keypad.tsx';
import { Refusal } from '../../../kit/parts/refusal.tsx';
import { SegmentsOf } from '../../../kit/parts/segments.tsx';
import { entryOf } from '../../settings/number-entry.ts';
import { t } from '../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { towns } from './towns.ts';

type Which = 'latitude' | 'longitude';
const MOST = { latitude: 90, longitude: 180 } as const;

/** Latitude and longitude by the keypad, with north or south and east or west in place of a minus. */
export function ByCoordinates({ found }: { found: () => void }) {
  const which = useSignal<Which>('latitude');
  const { north, south, west, east } = t.first.place;
  const latitude = useAngle('latitude', which, 'south', { north, south });
  const longitude = useAngle('longitude', which, 'west', { west, east });
  const { typed } = which.value === 'latitude' ? latitude : longitude;
  const isWhole = latitude.value !== null && longitude.value !== null;
  const take = (): void => {
    if (isWhole) void takePoint(latitude.value!, longitude.value!).then(found);
  };
  const enter = (): void => {
    if (which.peek() === 'longitude') take();
    else which.value = 'longitude';
  };
  return (
    <div class="beside">
      <div class="words">
        {latitude.lines}
        {longitude.lines}
        <Button kind="strong" name={t.first.place.take} disabled={!isWhole} onClick={take} />
      </div>
      <Keypad key={which.value} typed={typed} kind="number" mostDigits={7} enter={enter} />
    </div>
  );
}

/** One of the two: its size as typed, its side, and the coordinate of both; null while it is none. */
function useAngle(of: Which, which: Signal<Which>, negative: string, sides: Record<string, string>) {
  const known = draft.peek().place?.[of];
  const typed = useSignal(known === undefined ? '' : String(Math.abs(known)));
  const side = useSignal(Object.keys(sides).find((one) => (one === negative) === (known ?? 0) < 0)!);
  const { stored, wrong } = entryOf({ key: `site.${of}`, type: 'number', min: 0, max: MOST[of] }, typed.value);
  const label = t.first.place[of];
  const lines = (
    <>
      <button type="button" class="choice" aria-pressed={which.value === of} onClick={() => (which.value = of)}>
        <span class="muted">{label}</span>
        <b>{typed.value === '' ? '–' : `${typed.value}°`}</b>
      </button>
      {wrong && <Refusal of={wrong} />}
      <SegmentsOf label={label} of={side} choices={sides} />
    </>
  );
  return { lines, typed, value: stored !== null && side.value === negative ? -stored : stored };
}

/** Answers a point, with the time zone and the elevation of the nearest town if the list of towns has come. */
export async function takePoint(latitude: number, longitude: number, altitudeM: number | null = null): Promise<void> {
  const nearest = (await towns().catch(() => null))?.nearest(latitude, longitude);
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  answer({
    place: {
      name: nearest?.name ?? null,
      isNear: true,
      country: nearest?.country ?? null,
      latitude: round(latitude),
      longitude: round(longitude),
      timezone: nearest?.timezone ?? null,
    },
    altitudeM: altitudeM ?? nearest?.altitudeM ?? null,
  });
}
