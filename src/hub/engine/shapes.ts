/** Shapes of engine answers. A proxy may answer instead, and a failing engine sends half an answer. */

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
const isListOf = <T>(json: unknown, isOne: (one: unknown) => one is T): json is T[] =>
  Array.isArray(json) && json.every(isOne);

type Labels = Record<string, string>;
const isText = (json: unknown): json is string => typeof json === 'string';
const isLabels = (json: unknown): json is Labels => isRecord(json) && Object.values(json).every(isText);

/** Point of VictoriaMetrics, which writes numbers as texts, and also NaN and infinities. */
type Point = [tS: number, value: string];
const isNumeric = (text: string): boolean =>
  /^(?:NaN|[+-]?Inf)$/.test(text) || (text !== '' && !Number.isNaN(Number(text)));
const isPoint = (json: unknown): json is Point =>
  Array.isArray(json) && typeof json[0] === 'number' && isText(json[1]) && isNumeric(json[1]);

export interface Sample {
  metric: Labels;
  value: Point;
}
export const isSample = (json: unknown): json is Sample =>
  isRecord(json) && isLabels(json['metric']) && isPoint(json['value']);

interface Matrix {
  metric: Labels;
  values: Point[];
}
export const isMatrix = (json: unknown): json is Matrix =>
  isRecord(json) && isLabels(json['metric']) && isListOf(json['values'], isPoint);

/** `{"data":{"result":[…]}}` */
export const hasResult =
  <T>(isOne: (one: unknown) => one is T) =>
  (json: unknown): json is { data: { result: T[] } } =>
    isRecord(json) && isRecord(json['data']) && isListOf(json['data']['result'], isOne);

export const isSnapshot = (json: unknown): json is { snapshot?: string } =>
  isRecord(json) && (json['snapshot'] === undefined || isText(json['snapshot']));

export const hasLabels = (json: unknown): json is { data: Labels[] } =>
  isRecord(json) && isListOf(json['data'], isLabels);

/** A line of an export: a value that is no number is null. */
interface Exported {
  metric: Labels;
  values: number[];
  timestamps: number[];
}
const isTime = (json: unknown): json is number => typeof json === 'number';
const isValue = (json: unknown): json is number | null => json === null || typeof json === 'number';
export const isExported = (json: unknown): json is Exported =>
  isRecord(json) &&
  isLabels(json['metric']) &&
  isListOf(json['timestamps'], isTime) &&
  isListOf(json['values'], isValue) &&
  json['values'].length === json['timestamps'].length;

/** InfluxDB answer: numbers, each row with its time first, or a list of keys. */
export interface Table {
  tags?: Labels;
  columns: string[];
  values: Array<Array<number | string | null>>;
}
function isTable(json: unknown): json is Table {
  if (!isRecord(json) || !(json['tags'] === undefined || isLabels(json['tags']))) return false;
  const { columns, values } = json;
  if (!isListOf(columns, isText)) return false;
  const isCell = columns[0] === 'time' ? isValue : isText;
  return isListOf(
    values,
    (row): row is Table['values'][number] =>
      Array.isArray(row) && row.length === columns.length && row[0] !== null && row.every(isCell),
  );
}
interface Answered {
  series?: Table[];
  error?: string;
}
const isAnswered = (json: unknown): json is Answered =>
  isRecord(json) &&
  (json['error'] === undefined || isText(json['error'])) &&
  (json['series'] === undefined || isListOf(json['series'], isTable));

/** Whether there are as many results as queries: after an error InfluxDB answers no more of them. */
export const hasResults =
  (asked: number) =>
  (json: unknown): json is { results: Answered[] } =>
    isRecord(json) &&
    isListOf(json['results'], isAnswered) &&
    (json['results'].length === asked || json['results'].some(({ error }) => error !== undefined));
