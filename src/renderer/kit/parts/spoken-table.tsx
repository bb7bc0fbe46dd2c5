import type { ComponentChildren } from 'preact';
import { Table } from './table.tsx';

type Row = readonly ComponentChildren[];

interface Props {
  caption: string;
  heads: readonly string[];
  /** The first cell names its row. */
  rows: readonly Row[];
}

/** Table that a screen reader reads in place of a chart. */
export const SpokenTable = ({ caption, heads, rows }: Props) => (
  <div class="sr-only">
    <Table caption={caption} columns={heads.map((head, i) => ({ head, cell: (row: Row) => row[i] }))} rows={rows} />
  </div>
);
