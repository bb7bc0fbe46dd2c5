import { about } from './it/about.ts';
import { connections } from './it/connections.ts';
import { firstRun } from './it/first-run.ts';
import { forecast } from './it/forecast.ts';
import { history } from './it/history.ts';
import { keyboard } from './it/keyboard.ts';
import { methods } from './it/methods.ts';
import { models } from './it/models.ts';
import { modelsInCommon } from './it/models-in-common.ts';
import { nerd } from './it/nerd.ts';
import { now } from './it/now.ts';
import { over } from './it/over.ts';
import { page } from './it/page.ts';
import { settings } from './it/settings.ts';
import { settingsWords } from './it/settings-words.ts';
import type { Words } from './words.ts';

/** Italian. */
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
