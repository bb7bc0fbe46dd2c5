import type { ConnectionTest } from '../../../contract/connections.ts';
import { duration } from '../format.ts';

interface Words {
  outcomes: Record<ConnectionTest['outcome'], string>;
  took(of: { status: string; duration: string }): string;
  noWords: string;
}

/** Answer of a receiver to a test, as it came. The words are those of its view: shared ones would burden all the others. */
export const Said = ({ of, words }: { of: ConnectionTest; words: Words }) => (
  <>
    <p>
      <strong>{words.outcomes[of.outcome]}</strong>{' '}
      {words.took({
        status: of.status === null ? '' : String(of.status),
        duration: duration(of.took_ms / 1000),
      })}
    </p>
    <pre class="answer" dir="auto">
      {of.text.trim() || words.noWords}
    </pre>
  </>
);
