import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { icon } from '../../kit/icons.tsx';
import { isTwelveHours, locale } from '../../kit/language.ts';
import { t } from '../texts/history.ts';
import { dateText } from './date-text.ts';

interface Props {
  label: string;
  isLabelHidden?: boolean;
  /** As a native field has it: `2026-11-21`, or `2026-11-21T15:12`. */
  value: string;
  max: string;
  withClock?: boolean;
  /** Called with an empty text for what is no date. */
  change: (value: string) => void;
}

const DATE = dateText(locale, false, isTwelveHours);
const MOMENT = dateText(locale, true, isTwelveHours);
const Calendar = icon('M4 6h16v14H4zM4 10.5h16M8.5 3.5V7M15.5 3.5V7');

/**
 * Date field in the reader's region. A native one follows the browser's language, whatever the page's; so the line is written by us, and
 * only the picker behind its button is the browser's.
 */
export function DateField({ label, isLabelHidden, value, max, withClock = false, change }: Props) {
  const typed = useSignal<string | null>(null);
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const { write, read } = withClock ? MOMENT : DATE;
  const isRefused = useSignal(false);
  const isWrong = isRefused.value || (typed.value === null && value === '');
  // A date that comes from elsewhere, such as a swipe over the charts, stands in place of what was no date.
  useEffect(() => {
    if (value === '') return;
    typed.value = null;
    isRefused.value = false;
  }, [value]);
  // A keyboard of the page makes no change event, so the field asks for none.
  const take = (): void => {
    const text = typed.peek();
    if (text === null) return;
    const next = read(text);
    isRefused.value = next === '';
    if (next !== '') typed.value = null;
    change(next);
  };
  return (
    <div class="date">
      <label class={isLabelHidden ? 'sr-only' : 'muted'} for={id}>
        {label}
      </label>
      <span class="line">
        <input
          id={id}
          type="text"
          // Every sign between figures is understood, so those of a number do; the half of a day wants letters.
          inputMode={withClock && isTwelveHours ? undefined : 'decimal'}
          onFocus={({ currentTarget }) => currentTarget.select()}
          autocomplete="off"
          value={typed.value ?? write(value)}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? `${id}-form` : undefined}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            isRefused.value = false;
          }}
          onBlur={take}
          onKeyDown={({ key }) => key === 'Enter' && take()}
        />
        <input
          ref={picker}
          class="picker"
          type={withClock ? 'datetime-local' : 'date'}
          tabIndex={-1}
          aria-hidden="true"
          max={max}
          value={value}
          onChange={(event) => {
            typed.value = null;
            isRefused.value = false;
            change(event.currentTarget.value);
          }}
        />
        <button
          type="button"
          class="button square"
          aria-label={t.labelled({ label, text: t.history.pickDate })}
          // The focus stays: a keyboard of the page would close, and the button go from under the finger.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => picker.current?.showPicker()}
        >
          <Calendar />
        </button>
      </span>
      {isWrong && (
        <p class="refusal" role="status" id={`${id}-form`}>
          {t.history.dateForm({ date: write(max) })}
        </p>
      )}
    </div>
  );
}
