import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { t } from '../texts/connections.ts';

/** Text of the weather card, with a button that copies it. */
export function Card({ text }: { text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const said = useSignal('');
  const copy = async (): Promise<void> => {
    said.value = (await copied(text, area.current!)) ? t.connections.copied : t.connections.notCopied;
  };
  return (
    <section>
      <h2>{t.connections.card}</h2>
      <p class="muted">{t.connections.cardHint}</p>
      <textarea
        class="answer"
        ref={area}
        readOnly
        rows={10}
        dir="ltr"
        spellcheck={false}
        value={text}
        aria-label={t.connections.card}
      />
      <div class="row">
        <Button name={t.connections.copy} onClick={copy} />
        <p class="muted" role="status">
          {said.value}
        </p>
      </div>
    </section>
  );
}

/** Copies a text. Browsers have a clipboard API on https alone; elsewhere the old command copies a selection. */
async function copied(text: string, area: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    area.focus();
    area.select();
    return document.execCommand('copy');
  }
}
