import { about } from './da/about.ts';
import { connections } from './da/connections.ts';
import { firstRun } from './da/first-run.ts';
import { forecast } from './da/forecast.ts';
import { history } from './da/history.ts';
import { keyboard } from './da/keyboard.ts';
import { methods } from './da/methods.ts';
import { models } from './da/models.ts';
import { modelsInCommon } from './da/models-in-common.ts';
import { nerd } from './da/nerd.ts';
import { now } from './da/now.ts';
import { over } from './da/over.ts';
import { page } from './da/page.ts';
import { settings } from './da/settings.ts';
import { settingsWords } from './da/settings-words.ts';
import type { Words } from './words.ts';

/** Danish. */
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
