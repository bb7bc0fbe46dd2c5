import type { Setting, Settings } from '../../../contract/settings.ts';
import { t } from '../../texts/settings.ts';
import { Control } from './control.tsx';
import { draft, edit, isBusy, reasons } from './editing.ts';
import { whyLocked } from './lock.ts';
import { valueWords } from './words.ts';

interface Props {
  setting: Setting;
  settings: Settings;
  isShut: boolean;
}

/** Setting with its title, help and control. */
export function Field({ setting, settings, isShut }: Props) {
  const { key, title, help, secret, restart } = setting;
  const isChanged = draft.value.has(key);
  const value = isChanged ? draft.value.get(key)! : setting.value;
  const locked = whyLocked(setting, settings);
  const isClosed = isShut || locked !== null;
  const isDefault = JSON.stringify(value) === JSON.stringify(setting.default);
  const id = `setting-${key}`;
  const reason = reasons.value.get(key);
  return (
    <fieldset class={`field${isChanged ? ' changed' : ''}`} aria-labelledby={id} data-key={key}>
      <div class="field-words">
        <p id={id} class="title">
          {title}
        </p>
        <p class="muted">
          {help} {restart && t.settings.needsRestart}
        </p>
        {locked && <p class="locked">{locked}</p>}
        {reason && (
          <p class="refusal" role="alert">
            {reason}
          </p>
        )}
      </div>
      <div class="field-control">
        {isClosed ? (
          <output class="fixed">
            {secret && setting.source !== 'default' ? t.settings.isSet : valueWords(setting, value)}
          </output>
        ) : (
          <Control
            setting={setting}
            value={value}
            isChanged={isChanged}
            isDisabled={isBusy.value}
            set={(next) => edit(setting, next)}
          />
        )}
        {!isClosed && !isDefault && !secret && (
          <button type="button" class="plain" disabled={isBusy.value} onClick={() => edit(setting, setting.default)}>
            {t.settings.toDefault({ value: valueWords(setting, setting.default) })}
          </button>
        )}
      </div>
    </fieldset>
  );
}
