import { existsSync } from 'node:fs';

/**
 * Debian's Chromium of the same version without windows around its pages: what it does to a page is the same but for its
 * scrollbars and some keys, and a page opened in it takes a second of processor less.
 */
const WITHOUT_WINDOWS = '/usr/lib/chromium/chromium-headless-shell';

export const WHOLE_CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The browser that opens the pages of these tests. */
export const CHROMIUM = process.env['CHROMIUM'] ?? (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : WHOLE_CHROMIUM);
export const hasChromium = existsSync(CHROMIUM);
