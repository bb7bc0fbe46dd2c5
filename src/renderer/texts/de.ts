import { about } from './de/about.ts';
import { connections } from './de/connections.ts';
import { firstRun } from './de/first-run.ts';
import { forecast } from './de/forecast.ts';
import { history } from './de/history.ts';
import { keyboard } from './de/keyboard.ts';
import { methods } from './de/methods.ts';
import { models } from './de/models.ts';
import { modelsInCommon } from './de/models-in-common.ts';
import { nerd } from './de/nerd.ts';
import { now } from './de/now.ts';
import { over } from './de/over.ts';
import { page } from './de/page.ts';
import { settings } from './de/settings.ts';
import { settingsWords } from './de/settings-words.ts';
import type { Words } from './words.ts';

/** German. */
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
