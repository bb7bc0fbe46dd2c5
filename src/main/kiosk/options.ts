import type { Language } from '../../base/languages.ts';
import type { Config } from '../../config/config.ts';
import { languageOf } from '../../words/languages.ts';

/** The kiosk's part of the settings. Defaults and bounds are in `config.ts`. */
export interface KioskOptions {
  /** Index into the displays as the system lists them; null is the primary one. */
  display: number | null;
  zoom: number;
  /** `auto`: the distance layout after a minute untouched; `distance`: from the start; `near`: never. */
  layout: Config['kiosk']['layout'];
  hideCursor: boolean;
  /** Local time 'HH:MM' of the daily fresh start of the page, or null. */
  nightlyReload: string | null;
  /** Memory limit: working set of the page's process at which it reloads. */
  memoryLimitMb: number;
  /** Language of the waiting page; the dashboard asks the station itself. */
  language: Language;
}

export const kioskOptions = ({ kiosk, site }: Config): KioskOptions => ({
  display: kiosk.display,
  zoom: kiosk.zoom,
  layout: kiosk.layout,
  hideCursor: kiosk.hide_cursor,
  nightlyReload: kiosk.nightly_reload,
  memoryLimitMb: kiosk.memory_limit_mb,
  language: languageOf(site.language) ?? 'en',
});

/** The station and its server as the window sees them. */
export interface RunningService {
  url: string;
  stop(): Promise<void>;
}

export interface KioskLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The ground colour of the dashboard's night theme: what stands on the wall before the first paint. */
export const GROUND = '#0d1420';
