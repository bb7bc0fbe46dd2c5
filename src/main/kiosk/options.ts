import type { Language } from '../../base/languages.ts';
import type { Config } from '../../config/config.ts';
import { languageOf } from '../../words/languages.ts';

type OfKiosk = 'display' | 'zoom' | 'layout' | 'hide_cursor' | 'nightly_reload' | 'memory_limit_mb';

/** The kiosk's part of the settings, and the language of the waiting page; the dashboard asks the station itself. */
export type KioskOptions = Pick<Config['kiosk'], OfKiosk> & { language: Language };

export const kioskOptions = ({ kiosk, site }: Config): KioskOptions => ({
  ...kiosk,
  language: languageOf(site.language) ?? 'en',
});

/** The ground colour of the dashboard's night theme: what stands on the wall before the first paint. */
export const GROUND = '#0d1420';
