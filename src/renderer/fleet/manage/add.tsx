import { useSignal } from '@preact/signals';
import type { BulkAnswer } from '../../../contract/fleet-people.ts';
import { FileButton } from '../../kit/parts/file-button.tsx';
import { ProblemLine } from '../../kit/parts/problem.tsx';
import { Form } from '../form.tsx';
import { change } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';
import { showKeys } from './keys.tsx';

const SHOWN = 200;

/** Adds stations from a CSV, which is checked first. The same file again changes nothing. */
export function Add() {
  const csv = useSignal('name,place,group\n');
  const checked = useSignal<{ csv: string; answer: BulkAnswer } | null>(null);
  const known = checked.value;
  const isChecked = known !== null && known.csv === csv.value && known.answer.faults.length === 0;
  const go = async (): Promise<string | null> => {
    const answer = await change<BulkAnswer>('POST', '/api/manage/stations', { csv: csv.value, dry_run: !isChecked });
    checked.value = { csv: csv.value, answer };
    if (!isChecked || answer.faults.length > 0) return null;
    showKeys(answer.keys);
    checked.value = null;
    return t.fleet.manage.done;
  };
  const open = async ([file]: readonly File[]): Promise<void> => {
    if (file) csv.value = textOf(await file.arrayBuffer());
  };
  return (
    <details>
      <summary>{t.fleet.add.title}</summary>
      <p>{t.fleet.add.help}</p>
      <Form label={t.fleet.add.title} go={isChecked ? t.fleet.add.go : t.fleet.add.check} send={go}>
        <textarea
          class="entry csv"
          dir="ltr"
          rows={6}
          aria-label={t.fleet.add.title}
          value={csv.value}
          onInput={(event) => (csv.value = event.currentTarget.value)}
        />
        <FileButton name={t.fleet.add.file} accept=".csv,text/csv,text/plain" take={open} />
      </Form>
      {known !== null && known.answer.faults.length > 0 && (
        <>
          <ProblemLine text={t.fleet.add.faults} role="status" />
          <TextsTable
            caption={t.fleet.add.faults}
            columns={[
              { head: t.fleet.add.line, cell: ({ line }) => line },
              { head: t.fleet.add.fault, cell: ({ detail }) => detail },
            ]}
            rows={known.answer.faults}
          />
        </>
      )}
      {known !== null && (
        <TextsTable
          caption={t.fleet.add.title}
          columns={[
            { head: t.fleet.columns.name, cell: ({ name }) => <bdi>{name}</bdi> },
            { head: t.fleet.add.outcome, cell: ({ outcome }) => t.fleet.add.outcomes[outcome] },
            { head: t.fleet.manage.login, cell: ({ login }) => login },
            { head: t.fleet.manage.group, cell: ({ group }) => group },
            { head: t.fleet.add.line, cell: ({ line }) => line },
          ]}
          rows={known.answer.lines.slice(0, SHOWN)}
        />
      )}
    </details>
  );
}

/** UTF-8, or else what a spreadsheet on Windows writes in the west of Europe: the reader sees the letters before they are sent. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
