import { CHOICES, type Choice } from '../../../base/languages.ts';
import { remembered } from '../browser-choices.ts';
import { LANGUAGE_NAMES } from '../language-names.ts';

/** `auto` follows the browser, or on the wall the station. Decided in early.js before the page is made. */
const languageChoice = remembered<'auto' | Choice>('language', ['auto', ...CHOICES], 'auto');

interface Props {
  class: string;
  label: string;
  /** Words of the choice that follows the browser. */
  auto: string;
}

/** Language of this browser alone. Another one is another page: every word of it was made in this. */
export function LanguageChoice({ class: className, label, auto }: Props) {
  const choose = (choice: string): void => {
    languageChoice.value = CHOICES.find((one) => one === choice) ?? 'auto';
    location.reload();
  };
  return (
    <select
      class={className}
      aria-label={label}
      value={languageChoice.value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="auto">{auto}</option>
      {CHOICES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
