import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Calendar } from '../../kit/calendar.ts';
import { dayFromText } from '../../kit/calendar-dates.ts';
import { stationNowS, time } from '../../kit/data/station.ts';
import { DateField } from './date-field.tsx';

/** A moment as a field for date and time writes it, by the clock on the station's wall. */
const fieldText = (tS: number, calendar: Calendar): string =>
  new Date((tS + calendar.offsetS(tS)) * 1000).toISOString().slice(0, 16);

/** Null for what is no moment, or one that the clock jumps over. */
function momentOf(text: string, calendar: Calendar): number | null {
  const [date = '', clock = ''] = text.split('T');
  const day = dayFromText(date);
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(clock)?.map(Number) ?? [];
  if (day === null || hour === undefined || minute === undefined) return null;
  return calendar.at(day, hour, minute);
}

/** Field of a moment, what is written in it, and its time. A minute that nobody changed keeps its seconds. */
export function useMoment(label: string, presetS: number) {
  const { calendar } = time.value;
  const beganS = useMemo(() => presetS, []); // a preset "now" must not move on while the dialog is open
  const atFirst = fieldText(beganS, calendar);
  const written = useSignal(atFirst);
  const tS = written.value === atFirst ? beganS : momentOf(written.value, calendar);
  const field = (
    <DateField
      label={label}
      withClock
      max={fieldText(stationNowS(), calendar)}
      value={written.value}
      change={(text) => (written.value = text)}
    />
  );
  return { tS, written, field };
}
