import { useId, useRef } from 'preact/hooks';
import { isKiosk } from '../../kit/settings.ts';
import { t } from '../../kit/texts/keyboard.ts';
import { openKeyboard } from './follow.ts';
import { Keys } from './icons.tsx';

interface Props {
  /** In sight above the field, and its name. */
  label: string;
  value: string;
  change: (text: string) => void;
  type?: 'text' | 'search' | 'url' | 'email' | 'password';
  /** Digits, a point and a minus only. */
  decimal?: boolean;
  /** Under the field, and told with it. */
  help?: string | undefined;
  isWrong?: boolean;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  disabled?: boolean;
  /** An address, a path or a name that a machine gave: our letters, whatever the reader's are. */
  'data-script'?: 'latin';
  /** Called on blur and on Enter. */
  done?: () => void;
}

/** A line to write in: on the wall the on-screen keyboard comes with it, elsewhere a button brings it where fingers are used. */
export function TextField({ label, value, change, type = 'text', decimal, help, isWrong, done, ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div class="text-field">
      <label for={id}>{label}</label>
      <div class="line">
        <input
          {...rest}
          id={id}
          ref={field}
          type={type as 'text'}
          value={value}
          inputMode={decimal ? 'decimal' : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={help ? `${id}-help` : undefined}
          onBlur={() => done?.()}
          onKeyDown={(event) => event.key === 'Enter' && done?.()}
          onInput={(event) => change(event.currentTarget.value)}
        />
        {!isKiosk && (
          <button
            type="button"
            class="icon-button keyboard-button"
            aria-label={t.keyboard.open}
            onClick={() => void openKeyboard(field.current!)}
          >
            <Keys />
          </button>
        )}
      </div>
      {help && (
        <p class="muted" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
