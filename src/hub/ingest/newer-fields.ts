import { FLEET_FIELDS } from '../../contract/fleet-line.ts';

/** `wx_fc_mu` is of the forecasts, whichever measurement a line names; `time` and the tags are the engine's own words. */
const TAKEN = /^(?:fc|score|station)(?:_|$)|^(?:time|rev|target|horizon)$/;
const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const NAME_LETTERS = 32;

/** Whether an unknown field may be stored under this name. */
export const isFieldName = (name: string): boolean =>
  name.length <= NAME_LETTERS && NAME.test(name) && !TAKEN.test(name);

/** Whether an unknown series may be a newer station's: they all begin with `wx_`. */
export const isSeriesName = (name: string): boolean =>
  name.length <= NAME_LETTERS && name.startsWith('wx_') && NAME.test(name);

/** Fields that only a newer program knows, as the engine names them: `wx_wind`. One name for each value. */
export const newerFieldsIn = (
  rows: readonly { measurement: string; fields: ReadonlyArray<readonly [name: string, text: string]> }[],
): string[] =>
  rows.flatMap(({ measurement, fields }) =>
    fields
      .filter(([name]) => !Object.hasOwn(FLEET_FIELDS[measurement]!.fields, name))
      .map(([name]) => `${measurement}_${name}`),
  );
