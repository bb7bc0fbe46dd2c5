import type { Imports } from '../../../../contract/imports.ts';
import { time } from '../../../data/station.ts';
import { DASH, number } from '../../../format.ts';
import { Info } from '../../../icons.tsx';
import { Warning } from '../../../icons-over.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { t } from '../../../texts/bring.ts';

type Scan = NonNullable<Imports['scan']>;

const MOST_DECIMALS = 2;
const written = (value: number | null): string =>
  value === null ? DASH : number(value, Math.min(MOST_DECIMALS, String(value).split('.')[1]?.length ?? 0));

/** Answer of the scan: what was found in sentences, and the first rows as they would be imported. */
export function Found({ scan: { findings, quantities, shown } }: { scan: Scan }) {
  return (
    <>
      <ul class="notes">
        {findings.map(({ severity, text }) => (
          <li key={text} class={`notice ${severity}`}>
            {severity === 'info' ? <Info /> : <Warning />}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <DataTable
        caption={t.shown}
        rows={shown}
        columns={[
          { head: t.time, cell: ({ ts }) => time.value.dateAndClock(ts) },
          ...quantities.map(({ label, unit }, i) => ({
            head: `${label} ${unit}`,
            cell: ({ values }: Scan['shown'][number]) => written(values[i] ?? null),
          })),
        ]}
      />
    </>
  );
}
