import type { ComponentChildren } from 'preact';
import { Select } from '../../kit/parts/select.tsx';
import { t } from '../texts/sensor-sheet.ts';

interface Props {
  /** Path or heading, and its newest value. */
  path: string;
  value: string;
  quantity: string;
  unit: string;
  units: readonly string[];
  /** Options of the quantity. */
  children: ComponentChildren;
  choose: (quantity: string, unit?: string) => void;
}

/** Row of a mapping: what another program sends, and the quantity and unit that a person gives it. */
export const PickRow = ({ path, value, quantity, unit, units, children, choose }: Props) => (
  <li>
    <span dir="ltr" translate={false}>
      {path === '.' ? '' : path} <b>{value}</b>
    </span>
    <span class="picks">
      <select
        class="choose"
        aria-label={t.sheet.topics.quantityOf({ path })}
        value={quantity}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t.sheet.topics.notUsed}</option>
        {children}
      </select>
      {units.length > 1 && (
        <Select
          aria-label={t.sheet.topics.unitOf({ path })}
          value={unit}
          of={units.map((one) => [one, one === '1' ? t.sheet.topics.share : one])}
          pick={(next) => choose(quantity, next)}
        />
      )}
    </span>
  </li>
);
