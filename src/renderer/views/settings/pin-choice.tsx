import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { NewPin } from '../../parts/new-pin.tsx';
import { t } from '../../texts/settings.ts';

interface Props {
  title: string;
  set: (pin: string) => void;
  close: () => void;
}

/** A new PIN, which goes into the draft like any other change. */
export function PinChoice({ title, set, close }: Props) {
  const pin = useSignal('');
  const take = (): void => {
    set(pin.peek());
    close();
  };
  return (
    <Dialog class="ask pin" close={close} labelledBy="new-pin-title">
      <h2 id="new-pin-title">{title}</h2>
      <NewPin pin={pin} enter={take} />
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {t.settings.cancel}
        </button>
        <button type="button" class="button strong" disabled={pin.value === ''} onClick={take}>
          {t.settings.set}
        </button>
      </div>
    </Dialog>
  );
}
