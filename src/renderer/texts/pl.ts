import { about } from './pl/about.ts';
import { connections } from './pl/connections.ts';
import { firstRun } from './pl/first-run.ts';
import { forecast } from './pl/forecast.ts';
import { history } from './pl/history.ts';
import { keyboard } from './pl/keyboard.ts';
import { methods } from './pl/methods.ts';
import { models } from './pl/models.ts';
import { modelsInCommon } from './pl/models-in-common.ts';
import { nerd } from './pl/nerd.ts';
import { now } from './pl/now.ts';
import { over } from './pl/over.ts';
import { page } from './pl/page.ts';
import { settings } from './pl/settings.ts';
import { settingsWords } from './pl/settings-words.ts';
import type { Words } from './words.ts';

/** Polish. */
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
