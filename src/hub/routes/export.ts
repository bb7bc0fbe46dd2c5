import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IRouter } from 'express';
import { z } from 'zod';
import { FleetRangeQuery } from '../../contract/fleet.ts';
import { ApiError } from '../../http/api-error.ts';
import { parse } from '../../http/validation.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { groupNameOf } from '../details.ts';
import { EXPORT_FORMATS, exported } from '../export.ts';
import type { Hub } from '../hub.ts';
import type { Staff } from '../staff.ts';

const Asked = FleetRangeQuery.pick({ start: true, end: true })
  .required()
  .extend({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    group: z.string().max(80).transform(groupNameOf).optional(),
  });
const TYPES = { csv: 'text/csv; charset=utf-8', lines: 'text/plain; charset=utf-8' } as const;
const NAMES = { csv: 'fleet.csv', lines: 'fleet.txt' } as const;

/** Route for operators: all rows of a fleet or a group over a period. One at a time, and no faster than it is read. */
export function exportRoutes(app: IRouter, hub: Hub, { access, audit }: Staff): void {
  let isUnderWay = false;

  app.get('/api/export', access.may('export-rows'), async (req, res) => {
    const { start: fromS, end: toS, format, group } = parse(Asked, req.query, 'query');
    if (fromS >= toS) throw new ApiError(422, sentence('fleet-hub.range-order'));
    if (group !== undefined && !hub.registry.groups.has(group)) throw new ApiError(404, sentence('fleet-hub.no-group'));
    const begin = () => {
      res.setHeader('Content-Type', TYPES[format]);
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('Content-Disposition', `attachment; filename="${NAMES[format]}"`);
    };
    if (req.method === 'HEAD') {
      begin();
      res.end();
      return;
    }
    if (isUnderWay) throw new ApiError(503, sentence('fleet-hub.busy'), { afterS: 60 });
    isUnderWay = true;
    try {
      const isMeant = (login: string) => group === undefined || hub.registry.detailsOf(login).group === group;
      const logins = hub.registry.stations.map(({ login }) => login).filter(isMeant);
      const pieces = exported({ logins, fromS, toS, format, ask: (question) => hub.engine.ask(question) });
      const first = await pieces.next(); // an engine that is away is told by the status
      const what = { from: fromS, to: toS, format, stations: logins.length };
      await audit.write({ who: askerOf(res).name, by: 'page', did: 'rows-exported', to: group ?? null, what });
      const rest = async function* () {
        if (!first.done) yield first.value;
        yield* pieces;
      };
      begin(); // no sooner: a refusal is not saved as a table
      await pipeline(Readable.from(rest()), res);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // the reader has gone
    } finally {
      isUnderWay = false;
    }
  });
}
