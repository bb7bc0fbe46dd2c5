import { DAY_S, HOUR_S } from '../../base/durations.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { type Asset, AssetFolder, sendAsset } from '../../http/assets.ts';
import { sentence } from '../../words/sentence.ts';
import type { Core } from '../answers/core.ts';
import type { ServerParts } from '../ports.ts';

const ASK_AGAIN = 'no-cache';
const FOR_AN_HOUR = `public, max-age=${HOUR_S}`;
const FOR_EVER = `public, max-age=${365 * DAY_S}, immutable`;
/** The builder puts a hash of the content into these names: `assets/index-B3x9_aQ1.js`. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

const OFFLINE_SHELL = 'assets/offline.js';

/** The dashboard at `/`; its built parts and the vendored files under `/static`. Files only: no listings, no dotfiles. */
export function pageRoutes(core: Core, { rendererDir, staticDir }: ServerParts): void {
  const { app, station, clock, settings, quota } = core;
  const name = settings.language === 'en' ? 'index.html' : `index.${settings.language}.html`;
  const built = new AssetFolder(rendererDir, clock);
  const vendored = new AssetFolder(staticDir, clock);
  app.get('/', async (req, res) => {
    const page = await built.find(name);
    if (!page) throw new ApiError(503, sentence('refusal.no-page'));
    quota.measured(req, () => sendAsset(req, res, station() ? page : starting(page), ASK_AGAIN));
  });
  app.get('/static/{*name}', async (req, res) => {
    const name = req.path.slice('/static/'.length);
    const part = name.startsWith('assets/') ? await built.find(name) : null;
    const asset = part ?? (await vendored.find(name));
    if (!asset) throw notFound();
    // A worker may otherwise keep no page but those below its own folder.
    if (name === OFFLINE_SHELL) res.setHeader('Service-Worker-Allowed', '/');
    quota.measured(req, () => sendAsset(req, res, asset, part && HASHED.test(name) ? FOR_EVER : FOR_AN_HOUR));
  });
}

/** Page of a starting station: it waits with one request, and asks for nothing that would be refused. */
const starting = (page: Asset): Asset => ({
  ...page,
  etag: `${page.etag}-starting`,
  plain: Buffer.from(page.plain.toString().replace('<html', '<html data-starting')),
  packed: {},
});
