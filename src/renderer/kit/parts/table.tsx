import type { ComponentChildren, JSX } from 'preact';

/** A heading and what stands under it are one thing, so that no table can say a number under the wrong word. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** In place of the heading's text: a button that sorts. */
  headCell?: ComponentChildren;
  /** Of the heading, and of every cell. */
  th?: JSX.IntrinsicElements['th'] & { 'data-column'?: string };
  td?: JSX.IntrinsicElements['td'] & { 'data-column'?: string };
}

export interface TableProps<Row> {
  caption: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  rowClass?: (row: Row) => string;
}

/** Table whose first cells name their rows. */
export const Table = <Row,>({ caption, columns, rows, rowClass }: TableProps<Row>) => (
  <table>
    <caption class="sr-only">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ head, headCell, th }) => (
          <th key={head} scope="col" {...th}>
            {headCell ?? head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, i) => (
        <tr key={i} class={rowClass?.(row)}>
          {columns.map(({ head, cell, td }, j) =>
            j === 0 ? (
              <th key={head} scope="row">
                {cell(row)}
              </th>
            ) : (
              <td key={head} data-head={head} {...td}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
