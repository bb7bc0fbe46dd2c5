import type { IRouter, Request, Response } from 'express';
import { ApiError } from '../../http/api-error.ts';
import { speakerFor } from '../../http/language.ts';
import { sentence } from '../../words/sentence.ts';
import type { Access } from '../access/access.ts';
import type { Hub } from '../hub.ts';
import { publicList, publicPage, publicPolicy } from '../public-page.ts';

/** Seconds for which a browser or proxy may show a page again. */
const KEPT_S = 60;

/** Pages for everybody, of stations that an operator has published. They take no cookie and set none. */
export function publicRoutes(app: IRouter, hub: Hub, access: Access): void {
  const ofStation = (isCard: boolean) => async (req: Request, res: Response) => {
    const login = String(req.params['id']);
    const fields = hub.registry.detailsOf(login).published;
    const station = fields === null ? null : hub.station(login);
    // An unpublished station is answered like an unknown one.
    if (fields === null || station === null || station.revoked)
      throw new ApiError(404, sentence('fleet-hub.no-station'));
    send(res, publicPage(station, fields, hub.nowS, await speakerFor(req)), isCard);
  };
  app.get('/public', access.may('see-published'), async (req, res) => {
    const logins = hub.registry.stations.filter(({ login }) => hub.registry.detailsOf(login).published !== null);
    const stations = logins.flatMap(({ login, revoked_ts }) => (revoked_ts === null ? (hub.station(login) ?? []) : []));
    send(res, publicList(stations, await speakerFor(req)), false);
  });
  app.get('/public/:id', access.may('see-published'), ofStation(false));
  app.get('/card/:id', access.may('see-published'), ofStation(true));
}

function send(res: Response, page: string, isCard: boolean): void {
  res.setHeader('Content-Security-Policy', publicPolicy(isCard));
  if (isCard) res.removeHeader('X-Frame-Options');
  res.setHeader('Cache-Control', `public, max-age=${KEPT_S}`);
  res.setHeader('Vary', 'Accept-Language');
  res.type('html').send(page);
}
