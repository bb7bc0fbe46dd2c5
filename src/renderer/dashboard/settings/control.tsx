import { useSignal } from '@preact/signals';
import { COMMA } from '../../kit/language.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { Select } from '../../kit/parts/select.tsx';
import { Switch } from '../../kit/parts/switch.tsx';
import { DialogButton } from '../dialog-button.tsx';
import { t } from '../texts/settings.ts';
import type { ControlProps } from './control-props.ts';
import { Entries } from './entries.tsx';
import { NewPin } from './new-pin.tsx';
import { NumberDialog } from './number-dialog.tsx';
import { flagWords, hasFlagWords, optionWords, valueWords } from './value-words.ts';

/** Whether choices have room beside each other on a telephone. */
const isShort = (words: readonly string[]): boolean => words.length <= 4 && words.join('').length <= 24;

/** Control for a setting by its type: switch, choice, number, text or list. */
export function Control(props: ControlProps) {
  const { setting, value, isDisabled, set } = props;
  const { key, type, title, options, nullable, secret } = setting;
  if (secret) return <Secret {...props} />;
  if (type === 'flag' && hasFlagWords(key))
    return (
      <Segments
        label={title}
        value={String(value)}
        choose={(choice) => set(choice === 'true')}
        choices={{ true: flagWords(key, true), false: flagWords(key, false) }}
      />
    );
  if (type === 'flag') {
    const isOn = value === true;
    return <Switch isOn={isOn} words={flagWords(key, isOn)} of={title} isDisabled={isDisabled} turn={set} />;
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
        <span class="sr-only">{title + COMMA}</span>
        {valueWords(setting, value)}
      </a>
    );
  }
  return type === 'text' ? <Text {...props} /> : <NumberButton {...props} />;
}

/** A number, and the dialog that changes it. */
function NumberButton({ setting, value, isDisabled, set }: ControlProps) {
  const words = valueWords(setting, value);
  return (
    <DialogButton
      kind="figure"
      name={words}
      aria-label={t.settings.changeOf({ title: setting.title }) + COMMA + words}
      disabled={isDisabled}
      opens={(close) => <NumberDialog setting={setting} now={words} set={set} close={close} />}
    />
  );
}

/** Settings with natural text; all others hold addresses, file names and ids. */
const SPOKEN: ReadonlySet<string> = new Set(['site.name']);

function Text({ setting, value, isDisabled, set }: ControlProps) {
  const { key, title, nullable, max } = setting;
  return (
    <input
      type="text"
      class="written"
      aria-label={title}
      data-script={SPOKEN.has(key) ? undefined : 'latin'}
      dir={value ? 'auto' : undefined}
      value={String(value ?? '')}
      maxLength={max}
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
  const isPin = setting.key === 'access.pin_hash';
  const isThere = isChanged ? value !== null : setting.source !== 'default';
  const removeLabel = t.settings.removeOf({ entry: setting.title });
  return (
    <>
      <span>{isChanged ? valueWords(setting, value) : isThere ? t.settings.isSet : t.settings.none}</span>
      {isPin ? (
        <DialogButton
          name={t.settings.change}
          aria-label={t.settings.changeOf({ title: setting.title })}
          disabled={isDisabled}
          opens={(close) => <PinChoice title={setting.title} set={set} close={close} />}
        />
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
        <Button name={t.buttons.remove} aria-label={removeLabel} disabled={isDisabled} onClick={() => set(null)} />
      )}
    </>
  );
}

/** Select field. It includes the current value, even if this browser's list lacks it. */
function Choice({ setting, value, isDisabled, set, options }: ControlProps & { options: (string | number)[] }) {
  const { key, title, nullable } = setting;
  const unset = key.endsWith('.timezone') ? t.settings.asMachine : t.settings.none;
  const known = value === null || options.map(String).includes(String(value)) ? options : [String(value), ...options];
  return (
    <Select
      class="written"
      aria-label={title}
      value={value === null ? '' : String(value)}
      of={[
        ...(nullable ? [['', unset] as const] : []),
        ...known.map((option) => [option, optionWords(key, option)] as const),
      ]}
      disabled={isDisabled}
      pick={(chosen) => set(chosen === '' && nullable ? null : known.find((option) => String(option) === chosen)!)}
    />
  );
}

/** A new PIN, which goes into the draft like any other change. */
function PinChoice({ title, set, close }: { title: string; set: (pin: string) => void; close: () => void }) {
  const pin = useSignal('');
  const take = (): void => {
    set(pin.peek());
    close();
  };
  return (
    <Dialog class="ask pin" close={close} title={title}>
      <NewPin pin={pin} enter={take} />
      <div class="buttons">
        <Button name={t.buttons.cancel} onClick={close} />
        <Button kind="strong" name={t.settings.set} disabled={pin.value === ''} onClick={take} />
      </div>
    </Dialog>
  );
}
