// A client as somebody else would write it, over the types that openapi-typescript makes from a station's own description
// (api.d.ts, beside this file when it is compiled). What must not compile is marked; a mark that is not needed fails, too.
import type { paths } from './api.js';

type Verb = 'get' | 'post' | 'delete';
type PathWith<V extends Verb> = { [P in keyof paths]: paths[P][V] extends object ? P : never }[keyof paths];
type Query<Op> = Op extends { parameters: { query?: infer Q } } ? Q : never;
type Body<Op> = Op extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;
type Answer<Op> = Op extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;

const base = process.argv[2];

async function answered<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function get<P extends PathWith<'get'>>(
  path: P,
  query?: Query<paths[P]['get']>,
): Promise<Answer<paths[P]['get']>> {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  return answered(await fetch(`${base}${path}?${search}`));
}

async function post<P extends PathWith<'post'>>(
  path: P,
  body: Body<paths[P]['post']>,
): Promise<Answer<paths[P]['post']>> {
  const headers = { 'Content-Type': 'application/json' };
  return answered(await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body ?? {}) }));
}

const { temperature, derived } = await get('/api/telemetry');
const history = await get('/api/history', { hours: 1, max_points: 10 });
const forecast = await get('/api/forecast', { target: 'temperature' });
const { flow } = await get('/api/methods');
const label = await post('/api/label', { value: 1 });
const calibration = await post('/api/calibrate', { reference_c: 21.4 });
const reset = await post('/api/calibrate/humidity', { reset: true });
await post('/api/verify', undefined);

// @ts-expect-error: a number, not text
await get('/api/history', { hours: '1' });
// @ts-expect-error: there is no such path
await get('/api/nothing').catch(() => undefined);
// @ts-expect-error: a label needs a value
await post('/api/label', { kind: 'rain' }).catch(() => undefined);
// @ts-expect-error: there is no such kind
await post('/api/label', { value: 1, kind: 'hail' }).catch(() => undefined);

const warmerC: number | null = temperature === null ? null : temperature + 1;
process.stdout.write(
  JSON.stringify({
    warmerC,
    dewPointC: derived.dew_point,
    points: 'ts' in history.series ? history.series.ts.length : 0,
    horizons: (forecast.targets['temperature'] ?? []).map(({ horizon_label }) => horizon_label),
    arrows: flow.length,
    kind: label.kind,
    learned: 'k' in calibration,
    isReset: 'reset' in reset,
  }),
);
