import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Question } from './ask.ts';
import fc from './drawn.ts';

const oddNumber = fc.oneof(
  fc.double().map(String),
  fc.integer().map(String),
  fc.constantFrom(
    ...[
      '0',
      '-0',
      '1',
      '6',
      '12',
      '720',
      '2160',
      '5000',
      '604800',
      '31622400',
      '1e400',
      '-1e400',
      '1e-400',
      'NaN',
      'Infinity',
    ],
    ...[
      '-Infinity',
      '8.64e12',
      '-8.64e12',
      '9007199254740993',
      '1e21',
      '1.',
      '.5',
      '+5',
      '0x10',
      '1_000',
      '٣',
      '',
      ' ',
      '1e5',
      '1750000000',
    ],
  ),
);
const oddText = fc.oneof(
  oddNumber,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'temperature',
    'humidity',
    'true',
    'no',
    "'; DROP TABLE sample; --",
    '../../etc/passwd',
    '%00',
    '__proto__',
    '<script>',
    '💧',
    '\ud800',
  ),
);
const fieldName = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('hours', 'max_points', 'start', 'end', 'bucket', 'days', 'target', 'refresh', 'limit'),
  },
  { weight: 1, arbitrary: fc.constantFrom('hours[]', '__proto__', 'constructor', 'toString', '') },
  { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
);
const query = fc.array(fc.tuple(fieldName, oddText), { maxLength: 6 }).map((fields) => {
  const text = fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
});

const oddValue = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, 0.5, 1, 20, 50, -0, null, true, false, 'rain', 'fog'),
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
);
const bodyField = fc.constantFrom(
  'kind',
  'value',
  'ts',
  'note',
  'reference_c',
  'reference_pct',
  'reset',
  '__proto__',
  'hours',
);
const body: fc.Arbitrary<string | Buffer | undefined> = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(bodyField, oddValue, { maxKeys: 5 }).map((fields) => JSON.stringify(fields)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '{}',
      '[]',
      'null',
      '{"value": 1e400}',
      '{"value": NaN}',
      `${'['.repeat(5000)}`,
    ),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      ';',
      'application/problem+json',
    ),
  },
);

const described = Object.values<Endpoint>(endpoints);
const known = fc.constantFrom(...described).chain((endpoint) =>
  fc.record({
    method: fc.constant(endpoint.method.toUpperCase()),
    path: fc
      .oneof(fc.integer({ min: 1, max: 50 }).map(String), oddText)
      .map((id) => endpoint.path.replace(':id', encoded(id) || '1')),
  }),
);
const unknown = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
  path: fc.oneof(
    fc.constantFrom(...described).map(({ path }) => path),
    fc.array(oddText, { maxLength: 4 }).map((parts) => `/${parts.map(encoded).join('/')}`),
    fc.constantFrom(
      '/static/../package.json',
      '/static/%2e%2e/x',
      '/%',
      '/api/%ff',
      '//',
      '/api//telemetry',
      '/assets/%00',
    ),
  ),
});

/** Requests from plausible to absurd: every route, right and wrong methods, fields of any name with values of any kind. */
export const oddRequest: fc.Arbitrary<Question> = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: unknown }), query, body, contentType)
  .map(([{ method, path }, search, content, type]) => {
    const streams = path === endpoints.stream.path && method === 'GET';
    const question = { method: streams ? 'HEAD' : method, path: path + search };
    const bare = content === undefined || method === 'GET' || method === 'HEAD';
    return bare ? question : { ...question, headers: { 'content-type': type }, body: content };
  });

/** Percent signs for everything, and for half of a surrogate pair whatever the encoder makes of it. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
