import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IRouter } from 'express';
import { z } from 'zod';
import { FleetRangeQuery } from '../../contract/fleet.ts';
import { sentence } from '../../words/sentence.ts';
import { askerOf } from '../access/access.ts';
import { EXPORT_FORMATS, exported } from '../export.ts';
import type { Hub } from '../hub.ts';
import { HttpRefusal, onlyBy } from '../refusal.ts';
import type { Staff } from '../staff.ts';

const Asked = FleetRangeQuery.pick({ start: true, end: true })
  .required()
  .extend({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    group: z.string().max(80).optional(),
  });
const TYPES = { csv: 'text/csv; charset=utf-8', lines: 'text/plain; charset=utf-8' } as const;
const NAMES = { csv: 'fleet.csv', lines: 'fleet.txt' } as const;

/** Route for operators: all rows of a fleet or a group over a period. One at a time, and no faster than it is read. */
export function exportRoutes(app: IRouter, hub: Hub, { access, audit }: Staff): void {
  let isUnderWay = false;

  app.get('/api/export', access.may('export-rows'), async (req, res) => {
    const asked = Asked.safeParse(req.query);
    if (!asked.success)
      throw new HttpRefusal(422, `${asked.error.issues[0]!.path.join('.')}: ${asked.error.issues[0]!.message}`);
    const { start: fromS, end: toS, format, group } = asked.data;
    if (fromS >= toS) throw new HttpRefusal(422, sentence('fleet-hub.range-order'));
    if (isUnderWay) throw new HttpRefusal(503, sentence('fleet-hub.busy'), { 'Retry-After': '60' });
    isUnderWay = true;
    try {
      const mine = hub.registry.stations.filter(
        ({ login }) => group === undefined || hub.registry.detailsOf(login).group === group,
      );
      const logins = mine.map(({ login }) => login);
      const pieces = exported({ logins, fromS, toS, format, ask: (question) => hub.engine.ask(question) });
      const first = await pieces.next(); // an engine that is away is told by the status
      const what = { from: fromS, to: toS, format, stations: logins.length };
      await audit.write({ who: askerOf(res).name, by: 'page', did: 'rows-exported', to: group ?? null, what });
      res.setHeader('Content-Type', TYPES[format]);
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('Content-Disposition', `attachment; filename="${NAMES[format]}"`);
      const rest = async function* () {
        if (!first.done) yield first.value;
        yield* pieces;
      };
      await pipeline(Readable.from(rest()), res);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // the reader has gone
    } finally {
      isUnderWay = false;
    }
  });
  app.all('/api/export', onlyBy('GET', 'HEAD'));
}
