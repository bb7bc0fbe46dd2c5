import { DataTable } from '../kit/parts/data-table.tsx';
import type { TableProps } from '../kit/parts/table.tsx';

interface Props<Row> extends TableProps<Row> {
  /** Sentence in its place where there are no rows. */
  none?: string;
}

/** Table of words, whose rows are cards where the page is narrow. */
export const TextsTable = <Row,>({ none, ...table }: Props<Row>) =>
  table.rows.length > 0 ? (
    <DataTable class="texts" needs="wide" {...table} />
  ) : (
    none !== undefined && <p class="empty-note">{none}</p>
  );
