import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
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

/** The chosen display, or the primary one where the choice does not exist (a screen that is switched off is not listed). */
export const chosenDisplay = <D>(wanted: number, all: readonly D[], primary: D): D => all[wanted] ?? primary;

/** Window options of the kiosk. Every line of `webPreferences` is an item of Electron's security checklist. */
export const windowOptions = (options: KioskOptions, bounds: Rectangle): BrowserWindowConstructorOptions => ({
  ...bounds,
  title: 'Weatherglass',
  kiosk: true,
  frame: false,
  show: false, // until there is something to see: never a white flash on a dark wall
  backgroundColor: GROUND,
  webPreferences: {
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    devTools: false,
    disableDialogs: true,
    spellcheck: false,
    backgroundThrottling: false,
    zoomFactor: options.zoom,
  },
});

/**
 * The page's address, at the view it was left on: marked as a wall's, with its layout, and as that of a window that ends when the page
 * asks for it (guards.ts).
 */
export function wallUrl(serviceUrl: string, view: string, layout: KioskOptions['layout']): string {
  const url = new URL(view, serviceUrl);
  url.searchParams.set('kiosk', '1');
  url.searchParams.set('quit', '1');
  if (layout !== 'auto') url.searchParams.set('layout', layout);
  return url.href;
}

/** Path and fragment of our own page, to return to; null for another page. */
export function viewOf(pageUrl: string, serviceUrl: string | null): string | null {
  if (serviceUrl === null || !URL.canParse(pageUrl)) return null; // an empty window has an empty address
  const page = new URL(pageUrl);
  return page.origin === new URL(serviceUrl).origin ? `${page.pathname}${page.hash}` : null;
}
