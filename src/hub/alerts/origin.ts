import type { Origin } from '../../sending/channel.ts';
import { speakerOf } from '../../words/speakers.ts';
import type { AlertSettings } from './settings.ts';

/** Sender of the hub's alerts, as receivers see it; times are those of the hub's machine. */
export const originOf = async ({ name, url, language }: AlertSettings): Promise<Origin> => ({
  id: 'weatherglass-hub',
  name,
  url: url.replace(/\/+$/, ''),
  fragment: '',
  speaker: await speakerOf(language, Intl.DateTimeFormat().resolvedOptions().timeZone),
});
