import type { Signal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { isKiosk } from '../../kit/browser-choices.ts';
import { t } from '../../kit/texts/keyboard.ts';
import { openKeyboard } from './follow.ts';
import { Keys } from './icons.tsx';

interface Props {
  /** In sight above the field, and its name. */
  label: string;
  of: Signal<string>;
  type?: 'text' | 'search';
  maxLength?: number;
  placeholder?: string;
}

/** Text field. On the wall the on-screen keyboard opens with it; on other touchscreens a button opens that. */
export function TextField({ label, of, type = 'text', ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const open = () => void openKeyboard(field.current!);
  return (
    <div class="text-field">
      <label class="muted" for={id}>
        {label}
      </label>
      <div class="line">
        <input
          {...rest}
          id={id}
          ref={field}
          type={type as 'text'}
          value={of.value}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => (of.value = event.currentTarget.value)}
        />
        {!isKiosk && (
          <button type="button" class="icon-button keyboard-button" aria-label={t.keyboard.open} onClick={open}>
            <Keys />
          </button>
        )}
      </div>
    </div>
  );
}
