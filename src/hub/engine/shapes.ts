/** Shapes of engine answers. A proxy may answer instead, and a failing engine sends half an answer. */

const isRecord = (said: unknown): said is Record<string, unknown> =>
  typeof said === 'object' && said !== null && !Array.isArray(said);
const isListOf = <T>(said: unknown, isOne: (one: unknown) => one is T): said is T[] =>
  Array.isArray(said) && said.every(isOne);

type Labels = Record<string, string>;
const isText = (said: unknown): said is string => typeof said === 'string';
const isLabels = (said: unknown): said is Labels => isRecord(said) && Object.values(said).every(isText);

/** Point of VictoriaMetrics, which writes numbers as texts, and also NaN and infinities. */
type Point = [tS: number, value: string];
const isNumeric = (text: string): boolean =>
  /^(?:NaN|[+-]?Inf)$/.test(text) || (text !== '' && !Number.isNaN(Number(text)));
const isPoint = (said: unknown): said is Point =>
  Array.isArray(said) && typeof said[0] === 'number' && isText(said[1]) && isNumeric(said[1]);

export interface Sample {
  metric: Labels;
  value: Point;
}
export const isSample = (said: unknown): said is Sample =>
  isRecord(said) && isLabels(said['metric']) && isPoint(said['value']);

interface Matrix {
  metric: Labels;
  values: Point[];
}
export const isMatrix = (said: unknown): said is Matrix =>
  isRecord(said) && isLabels(said['metric']) && isListOf(said['values'], isPoint);

/** `{"data":{"result":[…]}}` */
export const hasResult =
  <T>(isOne: (one: unknown) => one is T) =>
  (said: unknown): said is { data: { result: T[] } } =>
    isRecord(said) && isRecord(said['data']) && isListOf(said['data']['result'], isOne);

export const isSnapshot = (said: unknown): said is { snapshot?: string } =>
  isRecord(said) && (said['snapshot'] === undefined || isText(said['snapshot']));

export const hasLabels = (said: unknown): said is { data: Labels[] } =>
  isRecord(said) && isListOf(said['data'], isLabels);

/** A line of an export: a value that is no number is null. */
interface Exported {
  metric: Labels;
  values: number[];
  timestamps: number[];
}
const isTime = (said: unknown): said is number => typeof said === 'number';
const isValue = (said: unknown): said is number | null => said === null || typeof said === 'number';
export const isExported = (said: unknown): said is Exported =>
  isRecord(said) &&
  isLabels(said['metric']) &&
  isListOf(said['timestamps'], isTime) &&
  isListOf(said['values'], isValue) &&
  said['values'].length === said['timestamps'].length;

/** InfluxDB answer: numbers, each row with its time first, or a list of keys. */
export interface Table {
  tags?: Labels;
  columns: string[];
  values: Array<Array<number | string | null>>;
}
function isTable(said: unknown): said is Table {
  if (!isRecord(said) || !(said['tags'] === undefined || isLabels(said['tags']))) return false;
  const { columns, values } = said;
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
const isAnswered = (said: unknown): said is Answered =>
  isRecord(said) &&
  (said['error'] === undefined || isText(said['error'])) &&
  (said['series'] === undefined || isListOf(said['series'], isTable));

/** Whether there are as many results as queries: after an error InfluxDB answers no more of them. */
export const hasResults =
  (asked: number) =>
  (said: unknown): said is { results: Answered[] } =>
    isRecord(said) &&
    isListOf(said['results'], isAnswered) &&
    (said['results'].length === asked || said['results'].some(({ error }) => error !== undefined));
