import type { ComponentChildren } from 'preact';
import { focusable } from './focusable.ts';

interface Props {
  caption: string;
  head: readonly string[];
  rows: ReadonlyArray<readonly ComponentChildren[]>;
  /** Hidden tables are the spoken side of a chart. */
  hidden?: boolean;
  class?: string;
}

const region = (caption: string) => ({ ...focusable, role: 'region' as const, 'aria-label': caption });

/** Numbers in rows, the first cell naming the row. */
export const DataTable = ({ caption, head, rows, hidden, class: className }: Props) => (
  <div class={hidden ? 'sr-only' : `table-scroll ${className ?? ''}`} {...(hidden ? {} : region(caption))}>
    <table>
      <caption class="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, i) => (
          <tr key={i}>
            {cells.map((cell, j) =>
              j === 0 ? (
                <th key={j} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={j}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
