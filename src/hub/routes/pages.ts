import type { IRouter } from 'express';
import type { Clock } from '../../base/clock.ts';
import { ApiError } from '../../http/api-error.ts';
import { AssetFolder, sendAsset } from '../../http/assets.ts';

/** Names of built files hold a hash of what is in them. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The fleet's page, as the build left it in one folder. */
export function pageRoutes(app: IRouter, folder: string, clock: Clock): void {
  const files = new AssetFolder(folder, clock);
  app.get('/', async (req, res) => {
    const page = await files.find('index.html');
    if (page === null) throw new ApiError(404, 'the fleet page has not been built; the API is at /api/fleet');
    sendAsset(req, res, page, 'no-cache');
  });
  app.get(/^\/(.+)$/, async (req, res, next) => {
    const name = req.path.slice(1);
    const file = name.startsWith('api/') ? null : await files.find(name);
    if (file === null) next();
    else sendAsset(req, res, file, name.startsWith('assets/') ? FOR_EVER : 'no-cache');
  });
}
