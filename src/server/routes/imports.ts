import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { z } from 'zod';
import { endpoints } from '../../contract/endpoints.ts';
import type { Imports, ImportsQuery } from '../../contract/imports.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { speakerFor } from '../../http/language.ts';
import { parse } from '../../http/validation.ts';
import type { Refusal, StationApi } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { Answering } from '../answers/answering.ts';
import type { Core } from '../answers/core.ts';

/** Statuses of refused files; every other refusal is a conflict with what goes on. */
const STATUS: Readonly<Record<string, number>> = {
  'import.file-name': 400,
  'import.empty': 400,
  'import.too-large': 413,
  'import.no-room': 507,
  'refusal.disk': 507,
};

/** The upload writes its body to the data folder as it comes: no more than a piece of it is in memory. */
export function uploadRoute({ app, started, settings, shared }: Core, uploading: WeakSet<Socket>): void {
  app.post(endpoints.uploadImport.path, async (req, res) => {
    const from = started();
    const { name, file, of, units } = parse(endpoints.uploadImport.query, req.query, 'query');
    const {
      'content-encoding': encoding = 'identity',
      'content-type': type = '',
      'content-length': length,
    } = req.headers;
    if (encoding.toLowerCase() !== 'identity') throw new ApiError(415, sentence('import.body-packed'));
    if (!/^application\/octet-stream\s*(?:;|$)/i.test(type)) throw new ApiError(415, sentence('import.body-type'));
    uploading.add(req.socket);
    req.setTimeout(settings.stalledMs, () => req.destroy());
    const given = { name, index: file, of, bytes: length === undefined ? null : Number(length) };
    // Not the request itself: to give it up would cut the connection, and a browser repeats a request without an answer.
    const body = req.pipe(new PassThrough());
    req.once('close', () => req.complete || body.destroy());
    const no = await from.imports.receive(given, body).catch((error: unknown) => {
      if (req.complete) throw error;
      throw new ApiError(400, 'the request broke off');
    });
    if (!req.complete) res.set('Connection', 'close');
    if (no) throw new ApiError(STATUS[no.said?.code ?? ''] ?? 409, { detail: no.error, said: no.said ?? null });
    shared.changed();
    sendJson(res, from.imports.state(await speakerFor(req, { zone: from.timeZone, units: from.units }), units));
  });
}

/** Cells of an uploaded file are for who may change something: it may be the wrong file. */
const withoutCells = (state: Imports): Imports => ({
  ...state,
  table: null,
  scan: state.scan && { ...state.scan, shown: [] },
});

/** Reading and the small changes of the import; each change answers with the state behind it. */
export function importRoutes({ read, change }: Answering<StationApi>): void {
  type Asked = { of: StationApi; query: z.output<typeof ImportsQuery>; speaker: Speaker };
  const state = ({ of, query, speaker }: Asked) => of.imports.state(speaker, query.units);
  const done = (asked: Asked, no: Refusal | null) => no ?? state(asked);
  read(endpoints.imports, (asked) => withoutCells(state(asked)), 'briefly');
  change(endpoints.lookImport, state);
  change(endpoints.scanImport, (asked) => done(asked, asked.of.imports.scan(asked.body)));
  change(endpoints.startImport, (asked) => done(asked, asked.of.imports.start()));
  change(endpoints.pauseImport, (asked) => done(asked, asked.of.imports.pause()));
  change(endpoints.resumeImport, (asked) => done(asked, asked.of.imports.resume()));
  change(endpoints.cancelImport, async (asked) => done(asked, await asked.of.imports.cancel()));
  change(endpoints.undoImport, (asked) => {
    const no = asked.of.imports.undo(asked.params.id);
    if (no === 'unknown') throw notFound(sentence('import.no-job', { job: String(asked.params.id) }));
    return done(asked, no);
  });
}
