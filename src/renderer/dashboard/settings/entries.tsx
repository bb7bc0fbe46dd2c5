import { useSignal } from '@preact/signals';
import { Button } from '../../kit/parts/button.tsx';
import { t } from '../texts/settings.ts';
import type { ControlProps } from './control-props.ts';

/** List of texts, with buttons to add and to remove one. What is written is also added when the field loses the focus: Save must not miss it. */
export function Entries({ setting, value, isDisabled, set }: ControlProps) {
  const entries = (Array.isArray(value) ? value : []).flatMap((one) => (typeof one === 'string' ? [one] : []));
  const written = useSignal('');
  const add = (): void => {
    const entry = written.peek().trim();
    if (entry !== '' && !entries.includes(entry)) set([...entries, entry]);
    written.value = '';
  };
  return (
    <div class="entries">
      <ul>
        {entries.map((entry) => (
          <li key={entry}>
            <span>{entry}</span>
            <Button
              name={t.buttons.remove}
              aria-label={t.settings.removeOf({ entry })}
              disabled={isDisabled}
              onClick={() => set(entries.filter((one) => one !== entry))}
            />
          </li>
        ))}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          type="text"
          class="written"
          aria-label={t.settings.newEntry({ title: setting.title })}
          data-script="latin"
          value={written.value}
          disabled={isDisabled}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => (written.value = currentTarget.value)}
          onBlur={add}
        />
        <Button name={t.buttons.add} type="submit" disabled={isDisabled || written.value.trim() === ''} />
      </form>
    </div>
  );
}
