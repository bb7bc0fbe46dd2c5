import { focusable } from './focusable.ts';
import { Table, type TableProps } from './table.tsx';

interface Props<Row> extends TableProps<Row> {
  /** Needs the width of a page, or half of it: where there is less, each row is a card. */
  needs?: 'wide' | 'half';
  class?: string;
}

const region = (caption: string) => ({ ...focusable, role: 'region' as const, 'aria-label': caption });

/** Numbers in rows. A table wider than its place scrolls there. */
export const DataTable = <Row,>({ needs, class: className, ...table }: Props<Row>) => (
  <div
    class={`table-scroll ${needs ?? ''} ${table.columns.length > 3 ? 'many' : ''} ${className ?? ''}`}
    {...region(table.caption)}
  >
    <Table {...table} />
  </div>
);
