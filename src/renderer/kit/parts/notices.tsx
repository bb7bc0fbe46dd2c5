import type { Status } from '../../../contract/status.ts';
import { Info } from '../icons.tsx';
import { Warning } from '../icons-over.tsx';

type Notice = Pick<Status['notices'][number], 'severity' | 'text'>;

/** Sentences with a sign each, by how grave they are. */
export const Notices = ({ of }: { of: readonly Notice[] }) => (
  <ul>
    {of.map(({ severity, text }) => (
      <li key={text} class={`notice ${severity}`}>
        {severity === 'info' ? <Info /> : <Warning />}
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
