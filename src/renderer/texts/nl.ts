import { about } from './nl/about.ts';
import { connections } from './nl/connections.ts';
import { firstRun } from './nl/first-run.ts';
import { forecast } from './nl/forecast.ts';
import { history } from './nl/history.ts';
import { keyboard } from './nl/keyboard.ts';
import { methods } from './nl/methods.ts';
import { models } from './nl/models.ts';
import { modelsInCommon } from './nl/models-in-common.ts';
import { nerd } from './nl/nerd.ts';
import { now } from './nl/now.ts';
import { over } from './nl/over.ts';
import { page } from './nl/page.ts';
import { settings } from './nl/settings.ts';
import { settingsWords } from './nl/settings-words.ts';
import type { Words } from './words.ts';

/** Dutch. */
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
