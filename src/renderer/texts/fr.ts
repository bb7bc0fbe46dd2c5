import { about } from './fr/about.ts';
import { connections } from './fr/connections.ts';
import { firstRun } from './fr/first-run.ts';
import { forecast } from './fr/forecast.ts';
import { history } from './fr/history.ts';
import { keyboard } from './fr/keyboard.ts';
import { methods } from './fr/methods.ts';
import { models } from './fr/models.ts';
import { modelsInCommon } from './fr/models-in-common.ts';
import { nerd } from './fr/nerd.ts';
import { now } from './fr/now.ts';
import { over } from './fr/over.ts';
import { page } from './fr/page.ts';
import { settings } from './fr/settings.ts';
import { settingsWords } from './fr/settings-words.ts';
import type { Words } from './words.ts';

/** French. */
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
