import type { SignalHealth } from '../../../contract/conditions.ts';
import { Mark } from '../icons.tsx';
import { named } from '../texts/by-name.ts';
import { t } from '../texts/over.ts';

interface Props {
  name: string;
  of: SignalHealth;
  /** In place of "ok". */
  well?: string | undefined;
}

/** Sensor with its state in words: what is wrong, where something is. */
export function SignalRow({ name, of: { status, detail }, well = t.health.ok }: Props) {
  const state = status === 'ok' ? well : t.health[status];
  return (
    <li>
      <Mark state={status} />
      <span>{named(t.signals, name) ?? named(t.quantities, name) ?? name.replaceAll('_', ' ')}</span>
      <span class="muted">{detail && status !== 'ok' ? t.labelled({ label: state, text: detail }) : state}</span>
    </li>
  );
}
