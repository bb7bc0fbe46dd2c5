import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Operation } from '../../src/server/description/openapi.ts';
import type { Question } from '../support/ask.ts';

/** Refused: 422. Fine: anything but 422. Open: rules beyond the field's own bounds decide. */
export type Verdict = 'refused' | 'fine' | 'open';
export interface Case {
  name: string;
  question: Question;
  verdict: Verdict;
}

/** As much of JSON Schema as the fields of our requests use. */
interface Field {
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: Array<string | number>;
  required?: string[];
  items?: Field;
  anyOf?: Field[];
}

/** What a request needs beside the field under test, so that only that field decides. */
const BASE_QUERY: Record<string, Record<string, string>> = {
  range: { hours: '1' },
  exportCsv: { hours: '1' },
  issued: { at: '0' },
  chance: { value: '0' },
  chances: { least: '0' },
  quality: { start: '0', end: '10' },
};
const BASE_BODY: Record<string, Record<string, string>> = {
  label: { value: '0.5' },
  correctLabel: { value: '0.5' },
  writeNote: { text: '"frost on the car"' },
  changeNote: { text: '"ice on the car"' },
  exportToHomeAssistant: { address: '"127.0.0.1:9"', token: '"of-nobody"' },
  setQuality: { quantities: '["temperature"]', start: '0', end: '10', verdict: '"bad"' },
  calibrate: { reference_c: '21' },
  calibrateHumidity: { reference_pct: '55' },
  judgeSettings: { text: '"site:\\n  name: Hut\\n"' },
};
/** Texts that follow a grammar of their own: not every text within the bounds is taken. */
const OWN_GRAMMAR: Record<string, string> = { judgeSettings: 'text', exportToHomeAssistant: 'prefix' };

/** Every parameter of a documented operation at, below and above its bounds, missing, mistyped, repeated, empty and odd. */
export function casesOf(name: keyof typeof endpoints, operation: Operation): Case[] {
  const endpoint: Endpoint = endpoints[name];
  const method = endpoint.method.toUpperCase();
  const plain = endpoint.path.replace(':id', '1');
  const cases: Case[] = [];
  const addQuery = (title: string, query: string, verdict: Verdict) =>
    cases.push({
      name: `${method} ${plain} ${title}`,
      question: { method, path: `${plain}?${query}`, ...bodyOf(BASE_BODY[name]) },
      verdict,
    });
  const addBody = (title: string, fields: Record<string, string>, verdict: Verdict) =>
    cases.push({ name: `${method} ${plain} ${title}`, question: { method, path: plain, ...bodyOf(fields) }, verdict });

  addQuery(
    'with what it needs and an unknown parameter',
    `${queryText(BASE_QUERY[name] ?? {})}&colour=blue&hours[]=1`,
    'open',
  );
  for (const { name: field, in: place, schema } of operation.parameters ?? []) {
    if (place === 'header') continue; // what If-Match means is tested where it is used: main/settings-file
    for (const { title, text, verdict } of texts(schema as Field)) {
      if (place === 'path') {
        const path = endpoint.path.replace(':id', encodeURIComponent(text));
        if (text !== '')
          cases.push({
            name: `${method} ${path} ${field} ${title}`,
            question: { method, path, ...bodyOf(BASE_BODY[name]) },
            verdict,
          });
      } else {
        addQuery(`${field} ${title}`, queryText({ ...BASE_QUERY[name], [field]: text }), verdict);
      }
    }
    if (place === 'query')
      addQuery(`${field} repeated`, `${queryText(BASE_QUERY[name] ?? {})}&${field}=1&${field}=1`, 'refused');
  }
  const body = operation.requestBody?.content['application/json']?.schema as
    | { properties?: Record<string, Field> }
    | undefined;
  for (const [field, schema] of Object.entries(body?.properties ?? {})) {
    const { [field]: _, ...others } = BASE_BODY[name] ?? {};
    addBody(`${field} missing`, others, 'open');
    for (const { title, text, verdict } of values(schema)) {
      const decided = OWN_GRAMMAR[name] === field && verdict === 'fine' ? 'open' : verdict;
      addBody(`${field} ${title}`, { ...others, [field]: text }, decided);
    }
    if (BASE_BODY[name]?.[field]) addBody(`${field} as it should be`, BASE_BODY[name], 'fine');
  }
  return cases;
}

interface Written {
  title: string;
  text: string;
  verdict: Verdict;
}

const ODD = ['', 'ünknown 🌧', 'NaN', '1e400', "'; DROP TABLE sample; --", '<b>', 'x'.repeat(3000)];

/** A field in a query or a path, where everything is text. */
function texts(schema: Field): Written[] {
  const refused = (title: string, text: string): Written => ({ title, text, verdict: 'refused' });
  if (schema.type === 'boolean') {
    return [
      ...['1', '0', 'true', 'FALSE', 'On', 'off', 'YES', 'no'].map(
        (text): Written => ({ title: text, text, verdict: 'fine' }),
      ),
      ...['', '2', 'maybe', 'wahr', 'ｔｒｕｅ', 'NaN', '-0', '1e400'].map((text) => refused(`= '${text}'`, text)),
    ];
  }
  const written = (text: string, verdict: Verdict): Written => ({ title: `= '${text.slice(0, 30)}'`, text, verdict });
  if (schema.type === 'array') {
    const names = schema.items?.enum?.map(String) ?? [];
    return [
      ...[...names, names.join(','), names.slice(0, 2).join(' , ')].map((text) => written(text, 'fine')),
      ...[...ODD, `${names[0]},`, ',', `${names[0]};${names[1]}`].map((text) => written(text, 'refused')),
    ];
  }
  if (schema.enum) {
    return [
      ...schema.enum.map((value) => written(String(value), 'fine')),
      ...[...ODD, '0', '-0', `${schema.enum[0]}1`].map((text) => written(text, 'refused')),
    ];
  }
  if (schema.pattern !== undefined) {
    const fits = new RegExp(schema.pattern, 'u');
    return [...ODD, '2026-10', '0000-01', '2026-13', '2026-1', '-2026-10', '2026-10-01', '٢٠٢٦-١٠'].map((text) =>
      written(text, fits.test(text) ? 'fine' : 'refused'),
    );
  }
  if (schema.type === 'string') return [...ODD, 'temperature'].map((text) => written(text, 'fine'));
  const whole = schema.type === 'integer';
  return [
    ...bounds(schema, whole),
    ...[
      'abc',
      '',
      ' ',
      '٣',
      '６',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e400',
      '-1e400',
      '0x10',
      '1_000',
      '1,5',
      '12h',
      'null',
      '[]',
      '💧',
      '\u0000',
    ].map((text) => refused(`= '${text}'`, text)),
    { title: '= -0', text: '-0', verdict: inBounds(schema, -0) ? 'fine' : 'refused' },
    ...(whole ? ['12.5', '1e30', '-1e30'].map((text) => refused(`= ${text}`, text)) : []),
    refused('longer than any number', '1'.repeat(65)),
  ];
}

/** A field in a JSON body, as it is written there. */
function values(field: Field): Written[] {
  const nullable = [field, ...(field.anyOf ?? [])].some(({ type }) => [type].flat().includes('null'));
  const found = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
  const type = [found.type].flat().find((name) => name !== 'null');
  const schema: Field = { ...found, ...(type ? { type } : {}) };
  const written = (title: string, text: string, verdict: Verdict): Written => ({ title, text, verdict });
  const odd = ['[]', '{}', '[0.5]', '1e400', '-1e400'].map((text) => written(`= ${text}`, text, 'refused'));
  const fits = new RegExp(schema.pattern ?? '', 'u');
  const none = written('= null', 'null', nullable ? 'open' : 'refused');
  switch (schema.type) {
    case 'number':
    case 'integer':
      return [
        ...bounds(schema, schema.type === 'integer'),
        ...['"0.5"', '""', '"NaN"', '"٣"', 'true'].map((text) => written(`= ${text}`, text, 'refused')),
        written('= -0', '-0', inBounds(schema, -0) ? 'fine' : 'refused'),
        written('given twice', '0.5, "note": "", "value": 0.5', 'open'),
        ...odd,
        none,
      ];
    case 'boolean':
      return [
        ...['true', 'false'].map((text) => written(`= ${text}`, text, 'open')),
        ...['"true"', '1', '0', '""'].map((text) => written(`= ${text}`, text, 'refused')),
        ...odd,
        none,
      ];
    case 'array':
      return [
        written('= []', '[]', 'fine'),
        ...['""', '1', 'true', '{}', '[1]'].map((text) => written(`= ${text}`, text, 'refused')),
        none,
      ];
    case 'object':
      return [
        ...['""', '1', 'true', '[]'].map((text) => written(`= ${text}`, text, 'refused')),
        written('= {}', '{}', schema.required ? 'refused' : 'fine'), // by names that a person gives, there may be none
        none,
      ];
    default:
      return [
        ...(schema.enum ?? ['', 'ünïcode 🌧', '\u0000', "'; DROP TABLE", '=cmd|calc']).map((text) =>
          written(
            `= '${text}'`,
            JSON.stringify(text),
            lettersIn(String(text)) < (schema.minLength ?? 0) || !fits.test(String(text)) ? 'refused' : 'fine',
          ),
        ),
        ...(schema.enum ? ['', 'hail', 'RAIN', 'räin'] : []).map((text) =>
          written(`= '${text}'`, JSON.stringify(text), 'refused'),
        ),
        ...(schema.maxLength
          ? [
              written('as long as allowed', JSON.stringify('x'.repeat(schema.maxLength)), 'fine'),
              written('a letter too long', JSON.stringify('x'.repeat(schema.maxLength + 1)), 'refused'),
            ]
          : []),
        ...['1', 'true'].map((text) => written(`= ${text}`, text, 'refused')),
        ...odd,
        none,
      ];
  }
}

const lettersIn = (text: string): number => text.replaceAll(/\p{Cc}/gu, '').trim().length;

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Field, whole: boolean): Written[] {
  const step = whole ? 1 : 0.001;
  const at = (title: string, x: number, verdict: Verdict): Written => ({
    title: `${title} (${x})`,
    text: String(x),
    verdict,
  });
  // A change of one in the last place of a bound this large would be lost in the sum.
  const past = (bound: number) => Math.max(step, Math.abs(bound) * 1e-9);
  return [
    ...(minimum === undefined
      ? []
      : [at('at its least', minimum, 'fine'), at('below it', minimum - past(minimum), 'refused')]),
    ...(maximum === undefined
      ? []
      : [at('at its most', maximum, 'fine'), at('above it', maximum + past(maximum), 'refused')]),
    ...(exclusiveMinimum === undefined
      ? []
      : [at('at its open end', exclusiveMinimum, 'refused'), at('just inside', exclusiveMinimum + step, 'fine')]),
    ...(exclusiveMaximum === undefined ? [] : [at('at its open end', exclusiveMaximum, 'refused')]),
  ];
}

const inBounds = (
  { minimum = Number.NEGATIVE_INFINITY, exclusiveMinimum = Number.NEGATIVE_INFINITY }: Field,
  x: number,
) => x >= minimum && x > exclusiveMinimum;

const queryText = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const bodyOf = (fields: Record<string, string> | undefined): Pick<Question, 'headers' | 'body'> =>
  fields === undefined
    ? {}
    : {
        headers: { 'content-type': 'application/json' },
        body: `{${Object.entries(fields).map(([name, text]) => `"${name}": ${text}`)}}`,
      };
