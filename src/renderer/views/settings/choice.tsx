import { t } from '../../texts/settings.ts';
import type { ControlProps } from './control-props.ts';
import { optionWords } from './words.ts';

/** Select field. It includes the current value, even if this browser's list lacks it. */
export function Choice({ setting, value, isDisabled, set, options }: ControlProps & { options: (string | number)[] }) {
  const { key, title, nullable } = setting;
  const known = value === null || options.map(String).includes(String(value)) ? options : [String(value), ...options];
  return (
    <select
      class="written"
      aria-label={title}
      value={value === null ? '' : String(value)}
      disabled={isDisabled}
      onChange={({ currentTarget: { value: chosen } }) =>
        set(chosen === '' && nullable ? null : known.find((option) => String(option) === chosen)!)
      }
    >
      {nullable && <option value="">{key.endsWith('.timezone') ? t.settings.asMachine : t.settings.none}</option>}
      {known.map((option) => (
        <option key={option} value={String(option)}>
          {optionWords(key, option)}
        </option>
      ))}
    </select>
  );
}
