import { CHOICES, type Choice } from '../../base/languages.ts';
import { LANGUAGE_NAMES } from '../language-names.ts';
import { isKiosk, remembered } from '../settings.ts';
import { t } from '../texts/over.ts';

/** `auto` follows the browser, or on the wall the station. Decided in early.js before the page is made. */
const languageChoice = remembered<'auto' | Choice>('language', ['auto', ...CHOICES], 'auto');

/** The language of this browser alone. Another one is another page: every word of it was made in this. */
export function LanguageChoice() {
  const choose = (choice: string): void => {
    languageChoice.value = CHOICES.find((one) => one === choice) ?? 'auto';
    location.reload();
  };
  return (
    <select
      class="language"
      aria-label={t.settings.language}
      value={languageChoice.value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="auto">{isKiosk ? t.settings.asStation : t.settings.asBrowser}</option>
      {CHOICES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
