import { get, invalid, post, remove } from './endpoint.ts';
import { ImportOptions, ImportQuery, Imports, ImportsQuery } from './imports.ts';
import { IdempotencyHeaders, RowId } from './requests.ts';

const reader = { worded: true, query: ImportsQuery };
const busy = { 409: 'an import is running, there is no upload to work on, or this station takes no import' };
const changer = { ...reader, refusals: busy };

/** Routes of the import: upload, scan, job, undo. Each answers with the state that `GET /api/import` has. */
export const importEndpoints = {
  imports: get('/api/import', 'Imports: the upload, its scan, the job that runs, and all before', Imports, {
    ...reader,
    refusals: invalid,
  }),
  lookImport: post('/api/import/look', 'The same with the first rows and cells of the files', Imports, reader),
  uploadImport: post(
    '/api/import',
    'Upload a file of another station; behind the last one the files are scanned',
    Imports,
    {
      ...reader,
      query: ImportQuery.extend(ImportsQuery.shape),
      takesFile: true,
      headers: IdempotencyHeaders.pick({}),
      refusals: {
        ...busy,
        413: 'the files are larger than 2 GiB',
        415: 'the body is not application/octet-stream, or compressed',
        507: 'the disk has no room for the file',
      },
    },
  ),
  scanImport: post('/api/import/scan', 'Scan the upload again with other options', Imports, {
    ...changer,
    body: ImportOptions,
  }),
  startImport: post('/api/import/start', 'Import the scanned upload', Imports, changer),
  pauseImport: post('/api/import/pause', 'Pause the import', Imports, changer),
  resumeImport: post('/api/import/resume', 'Go on with a paused import', Imports, changer),
  cancelImport: post('/api/import/cancel', 'Drop the upload, and take out what it has added', Imports, changer),
  undoImport: remove('/api/import/:id', 'Undo an import in a job', Imports, {
    ...reader,
    params: RowId,
    refusals: { ...invalid, ...busy, 404: 'no such import' },
  }),
} as const;
