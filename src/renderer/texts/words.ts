import type { Worded } from './worded.ts';

/** Every catalogue there is, by the name of its file: what each language has to say. */
export interface Words {
  connections: Worded<typeof import('./connections.ts').en>;
  'first-run': Worded<typeof import('./first-run.ts').en>;
  about: Worded<typeof import('./about.ts').en>;
  forecast: Worded<typeof import('./forecast.ts').en>;
  history: Worded<typeof import('./history.ts').en>;
  keyboard: Worded<typeof import('./keyboard.ts').en>;
  methods: Worded<typeof import('./methods.ts').en>;
  models: Worded<typeof import('./models.ts').en>;
  'models-in-common': Worded<typeof import('./models-in-common.ts').en>;
  nerd: Worded<typeof import('./nerd.ts').en>;
  now: Worded<typeof import('./now.ts').en>;
  over: Worded<typeof import('./over.ts').en>;
  settings: Worded<typeof import('./settings.ts').en>;
  page: Worded<typeof import('./page.ts').en>;
  'settings-words': Worded<typeof import('./settings-words.ts').en>;
}
