import { about } from './es/about.ts';
import { connections } from './es/connections.ts';
import { firstRun } from './es/first-run.ts';
import { forecast } from './es/forecast.ts';
import { history } from './es/history.ts';
import { keyboard } from './es/keyboard.ts';
import { methods } from './es/methods.ts';
import { models } from './es/models.ts';
import { modelsInCommon } from './es/models-in-common.ts';
import { nerd } from './es/nerd.ts';
import { now } from './es/now.ts';
import { over } from './es/over.ts';
import { page } from './es/page.ts';
import { settings } from './es/settings.ts';
import { settingsWords } from './es/settings-words.ts';
import type { Words } from './words.ts';

/** Spanish. */
export const words: Words = {
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
  'settings-words': settingsWords,
};
