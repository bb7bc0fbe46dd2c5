import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { Button } from '../kit/parts/button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  opens: (close: () => void) => ComponentChildren;
}

/** Button with the dialog that it opens. */
export function DialogButton({ opens, ...rest }: Props) {
  const isOpen = useSignal(false);
  return (
    <>
      <Button {...rest} onClick={() => (isOpen.value = true)} />
      {isOpen.value && opens(() => (isOpen.value = false))}
    </>
  );
}
