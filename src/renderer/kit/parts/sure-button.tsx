import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { isBounce } from './bounce.ts';
import { Button } from './button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick' | 'onBlur'> {
  /** Question in place of the words, which the second touch answers. */
  sure: ComponentChildren;
  act: () => void;
}

/** Button of two touches, for what cannot be taken back: the first asks, and whoever turns to something else has said no. */
export function SureButton({ name, sure, act, ...rest }: Props) {
  const askedMs = useSignal<number | null>(null);
  const touch = (): void => {
    const asked = askedMs.peek();
    if (asked === null) askedMs.value = performance.now();
    else if (!isBounce(asked)) {
      askedMs.value = null;
      act();
    }
  };
  return (
    <Button
      {...rest}
      name={askedMs.value === null ? name : sure}
      onClick={touch}
      onBlur={() => (askedMs.value = null)}
    />
  );
}
