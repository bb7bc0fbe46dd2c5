import { useSignal, useSignalEffect } from '@preact/signals';
import { MINUS, THIN } from '../../kit/format.ts';
import { Keypad } from '../../kit/parts/keypad.tsx';
import { Refusal } from '../../kit/parts/refusal.tsx';
import { WideChoice } from '../../kit/parts/wide-choice.tsx';
import { t } from '../texts/settings.ts';
import { Control } from './control.tsx';
import type { ControlProps } from './control-props.ts';
import { measureOf } from './measured.ts';
import { NewPin } from './new-pin.tsx';
import { entryOf, NUMBER_DIGITS } from './number-entry.ts';
import { optionWords, valueWords } from './value-words.ts';

interface Props extends ControlProps {
  /** Reason why it cannot be changed from here; null where it can. */
  locked?: string | null;
  isShut?: boolean;
  /** Reason why the station refused it. */
  reason?: string | undefined;
  /** The only question of its page, whose heading is its title. */
  isAlone?: boolean;
}

/** Setting with its title, help and control: in the settings, at a connection, and as a question of the first run. */
export function SettingField({ locked = null, isShut = false, reason, isAlone = false, ...control }: Props) {
  const { setting, value, isChanged, isDisabled, set } = control;
  const { key, title, help, secret, restart } = setting;
  const isClosed = isShut || locked !== null;
  const isDefault = JSON.stringify(value) === JSON.stringify(setting.default);
  const id = `setting-${key}`;
  const Shown = isAlone ? AloneControl : Control;
  return (
    <fieldset
      class={`field${isChanged ? ' changed' : ''}${isAlone ? ' alone' : ''}`}
      aria-labelledby={id}
      data-key={key}
    >
      <div class="field-words">
        <p id={id} class={isAlone ? 'sr-only' : 'title'}>
          {title}
        </p>
        <p class="muted">
          {help} {restart && !isAlone && t.settings.needsRestart}
        </p>
        {locked && <p class="locked">{locked}</p>}
        {reason && <Refusal of={reason} />}
      </div>
      <div class="field-control">
        {isClosed ? (
          <output class="fixed">
            {secret && setting.source !== 'default' ? t.settings.isSet : valueWords(setting, value)}
          </output>
        ) : (
          <Shown {...control} />
        )}
        {!isClosed && !isDefault && !secret && !isAlone && (
          <button type="button" class="plain muted" disabled={isDisabled} onClick={() => set(setting.default)}>
            {t.settings.toDefault({ value: valueWords(setting, setting.default) })}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Control of a setting that has the page to itself: choices as wide as it, and keys in sight. */
function AloneControl(props: ControlProps) {
  const { setting, value, set, why } = props;
  const { key, type, options } = setting;
  if (key === 'access.pin_hash') return <Pin {...props} />;
  if (options)
    return (
      <div class="choices">
        {options.map((option) => (
          <WideChoice
            key={option}
            name={optionWords(key, option)}
            why={why?.[option]}
            isChosen={option === value}
            choose={() => set(option)}
          />
        ))}
      </div>
    );
  return type === 'number' || type === 'integer' ? <NumberKeys {...props} /> : <Control {...props} />;
}

/** A number with its keys beside it. */
function NumberKeys({ setting, value, set, units, done }: ControlProps) {
  const measure = measureOf(setting.key, units);
  const known = typeof value === 'number' ? (measure?.shown(value) ?? value) : null;
  const typed = useSignal(known === null ? '' : String(known).replace('-', MINUS));
  const { wrong, unit, kind } = entryOf(setting, typed.value, units);
  return (
    <div class="beside">
      <div class="words">
        <p class="typed-line">
          <output class="typed">{typed.value || '–'}</output>
          {unit && (
            <span class="unit">
              {THIN}
              {unit}
            </span>
          )}
        </p>
        <p class="refusal" aria-live="polite">
          {wrong}
        </p>
      </div>
      <Keypad
        typed={typed}
        kind={kind}
        mostDigits={NUMBER_DIGITS}
        changed={() => set(entryOf(setting, typed.peek(), units).stored)}
        enter={() => done?.()}
      />
    </div>
  );
}

function Pin({ value, set, done }: ControlProps) {
  const pin = useSignal(typeof value === 'string' ? value : '');
  useSignalEffect(() => set(pin.value || null));
  return (
    <div class="words">
      <NewPin pin={pin} enter={() => done?.()} />
    </div>
  );
}
