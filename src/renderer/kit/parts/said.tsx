import type { ConnectionTest } from '../../../contract/connections.ts';
import { duration } from '../format.ts';
import { t } from '../texts/over.ts';

/** Answer of a receiver to a test, as it came. */
export const Said = ({ of }: { of: ConnectionTest }) => (
  <>
    <p>
      <strong>{t.said.outcomes[of.outcome]}</strong>{' '}
      {t.said.took({
        status: of.status === null ? '' : String(of.status),
        duration: duration(of.took_ms / 1000),
      })}
    </p>
    <pre class="answer" dir="auto">
      {of.text.trim() || t.said.noWords}
    </pre>
  </>
);
