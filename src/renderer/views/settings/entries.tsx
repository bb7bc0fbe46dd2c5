import { useSignal } from '@preact/signals';
import { t } from '../../texts/settings.ts';
import type { ControlProps } from './control-props.ts';

/** A list: what is in it can be taken out, and something be added. */
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
            <button
              type="button"
              class="button"
              aria-label={t.settings.removeOf({ entry })}
              disabled={isDisabled}
              onClick={() => set(entries.filter((one) => one !== entry))}
            >
              {t.settings.remove}
            </button>
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
        />
        <button type="submit" class="button" disabled={isDisabled || written.value.trim() === ''}>
          {t.settings.add}
        </button>
      </form>
    </div>
  );
}
