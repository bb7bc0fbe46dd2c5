import type { Request, Response } from 'express';
import type { Steps } from '../../base/steps.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { ReportQuery } from '../../contract/requests.ts';
import { speakerFor } from '../../http/language.ts';
import { parse } from '../../http/validation.ts';
import type { HistoryFacet } from '../../station/api.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { Core } from '../answers/core.ts';
import { markLanguage } from '../request/language.ts';

/** The month as a page of text, which a browser shows and prints, and as a file for a spreadsheet. */
export function reportRoutes({ app, started, quota }: Core): void {
  const send = (
    endpoint: Endpoint,
    write: (history: HistoryFacet, { month, units }: ReportQuery, speaker: Speaker) => Steps<string>,
    suffix: string,
  ) =>
    app.get(endpoint.path, async (req: Request, res: Response) => {
      const source = started().history;
      const asked = parse(endpoints.reportText.query, req.query, 'query');
      const speaker = endpoint.worded ? await speakerFor(req) : ENGLISH;
      const text = await quota.computed(req, () => write(source, asked, speaker));
      const name = `weatherglass-${asked.month ?? source.localStamp(source.nowS()).slice(0, 6)}${suffix}`;
      markLanguage(req, res);
      res.writeHead(200, {
        'Content-Type': `${endpoint.media}; charset=utf-8`,
        'Content-Disposition': `${suffix === '.csv' ? 'attachment' : 'inline'}; filename="${name}"`,
        'Cache-Control': 'no-store',
      });
      res.end(text);
    });
  send(endpoints.reportText, (source, { month, units }, speaker) => source.reportText(month, speaker, units), '.txt');
  send(endpoints.reportCsv, (source, { month, units }) => source.reportCsv(month, units), '.csv');
}
