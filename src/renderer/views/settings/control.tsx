import { useSignal } from '@preact/signals';
import { COMMA } from '../../language.ts';
import { Segments } from '../../parts/segments.tsx';
import { t } from '../../texts/settings.ts';
import { Choice } from './choice.tsx';
import type { ControlProps } from './control-props.ts';
import { Entries } from './entries.tsx';
import { NumberDialog } from './number-dialog.tsx';
import { PinChoice } from './pin-choice.tsx';
import { optionWords, valueWords } from './words.ts';

/** Few and short enough to stand beside each other on a telephone. */
const isShort = (words: readonly string[]): boolean => words.length <= 4 && words.join('').length <= 24;

/** Control for a setting by its type: switch, choice, number, text or list. */
export function Control(props: ControlProps) {
  const { setting, value, isDisabled, set } = props;
  const { key, type, title, options, nullable, secret } = setting;
  if (secret) return <Secret {...props} />;
  if (type === 'flag') {
    return (
      <button
        type="button"
        role="switch"
        class="switch"
        aria-checked={value === true}
        aria-label={title}
        disabled={isDisabled}
        onClick={() => set(value !== true)}
      >
        <span class="knob" />
        <span aria-hidden="true">{value ? t.settings.on : t.settings.off}</span>
      </button>
    );
  }
  if (options) {
    const words = options.map((option) => optionWords(key, option));
    if (!nullable && isShort(words)) {
      return (
        <Segments
          label={title}
          value={String(value)}
          choose={(choice) => set(options.find((option) => String(option) === choice)!)}
          choices={Object.fromEntries(options.map((option, i) => [`${option}`, words[i]!]))}
        />
      );
    }
    return <Choice {...props} options={options} />;
  }
  if (key.endsWith('.timezone')) return <Choice {...props} options={Intl.supportedValuesOf('timeZone')} />;
  if (type === 'list') return <Entries {...props} />;
  if (type === 'rules') {
    return (
      <a class="button" href={key.startsWith('alarms.') ? '#alarms' : '#sensors'}>
        <span class="sr-only">{title}: </span>
        {valueWords(setting, value)}
      </a>
    );
  }
  return type === 'text' ? <Text {...props} /> : <Numeric {...props} />;
}

function Numeric({ setting, value, isDisabled, set }: ControlProps) {
  const isAsking = useSignal(false);
  const words = valueWords(setting, value);
  return (
    <>
      <button
        type="button"
        class="button figure"
        aria-label={t.settings.changeOf({ title: setting.title }) + COMMA + words}
        disabled={isDisabled}
        onClick={() => (isAsking.value = true)}
      >
        {words}
      </button>
      {isAsking.value && (
        <NumberDialog setting={setting} now={words} set={set} close={() => (isAsking.value = false)} />
      )}
    </>
  );
}

/** Settings with natural text; all others hold addresses, file names and ids. */
const SPOKEN: ReadonlySet<string> = new Set(['site.name']);

function Text({ setting, value, isDisabled, set }: ControlProps) {
  const { key, title, nullable } = setting;
  return (
    <input
      type="text"
      class="written"
      aria-label={title}
      data-script={SPOKEN.has(key) ? undefined : 'latin'}
      dir={value ? 'auto' : undefined}
      value={String(value ?? '')}
      placeholder={nullable ? t.settings.none : ''}
      disabled={isDisabled}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget: { value: text } }) => set(text === '' && nullable ? null : text)}
    />
  );
}

/** Secret field. The page knows only whether a value is set. */
function Secret({ setting, value, isChanged, isDisabled, set }: ControlProps) {
  const isAsking = useSignal(false);
  const isPin = setting.key === 'access.pin_hash';
  const isThere = isChanged ? value !== null : setting.source !== 'default';
  return (
    <>
      <span class="secret-state">
        {isChanged ? valueWords(setting, value) : isThere ? t.settings.isSet : t.settings.none}
      </span>
      {isPin ? (
        <button
          type="button"
          class="button"
          aria-label={t.settings.changeOf({ title: setting.title })}
          disabled={isDisabled}
          onClick={() => (isAsking.value = true)}
        >
          {t.settings.change}
        </button>
      ) : (
        <input
          type="password"
          class="written"
          aria-label={t.settings.changeOf({ title: setting.title })}
          placeholder={t.settings.secretHint}
          value={isChanged && typeof value === 'string' ? value : ''}
          disabled={isDisabled}
          autocomplete="new-password"
          onInput={({ currentTarget: { value: text } }) => set(text === '' ? null : text)}
        />
      )}
      {isThere && (
        <button
          type="button"
          class="button"
          aria-label={t.settings.removeOf({ entry: setting.title })}
          disabled={isDisabled}
          onClick={() => set(null)}
        >
          {t.settings.remove}
        </button>
      )}
      {isAsking.value && <PinChoice title={setting.title} set={set} close={() => (isAsking.value = false)} />}
    </>
  );
}
