import type { ComponentChildren } from 'preact';

interface Props {
  caption: string;
  heads: readonly string[];
  /** The first cell names its row. */
  rows: ReadonlyArray<readonly ComponentChildren[]>;
}

/** Table that a screen reader reads in place of a chart. */
export const SpokenTable = ({ caption, heads, rows }: Props) => (
  <div class="sr-only">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], i) => (
          <tr key={i}>
            <th scope="row">{name}</th>
            {cells.map((cell, j) => (
              <td key={j}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
