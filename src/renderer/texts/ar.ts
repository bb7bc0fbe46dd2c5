import { about } from './ar/about.ts';
import sheet from './ar/arabic.css?inline';
import { connections } from './ar/connections.ts';
import { firstRun } from './ar/first-run.ts';
import { forecast } from './ar/forecast.ts';
import { history } from './ar/history.ts';
import { isolating } from './ar/isolating.ts';
import { keyboard } from './ar/keyboard.ts';
import { allWithLatinNames } from './ar/latin-names.ts';
import { methods } from './ar/methods.ts';
import { models } from './ar/models.ts';
import { modelsInCommon } from './ar/models-in-common.ts';
import { nerd } from './ar/nerd.ts';
import { now } from './ar/now.ts';
import { over } from './ar/over.ts';
import { page } from './ar/page.ts';
import { settings } from './ar/settings.ts';
import { settingsWords } from './ar/settings-words.ts';
import type { Words } from './words.ts';

// Tests read the words where there is no page to dress.
if (typeof document !== 'undefined') {
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheet);
  document.adoptedStyleSheets.push(styles);
}

/** Arabic, which runs from right to left. */
export const words: Words = isolating({
  about,
  connections,
  'first-run': firstRun,
  forecast,
  history,
  keyboard,
  methods,
  models,
  'models-in-common': modelsInCommon,
  nerd,
  now,
  over,
  page,
  settings,
  'settings-words': allWithLatinNames(settingsWords),
});
