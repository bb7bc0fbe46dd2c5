import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useRef } from 'preact/hooks';
import { isBounce } from './bounce.ts';
import { Button } from './button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick' | 'onBlur'> {
  /** Question in place of the words, which the second touch answers. */
  sure: ComponentChildren;
  /** Subject of the question, where a list may move: of another one nothing has been asked. */
  about?: string | undefined;
  act: () => void;
}

/** The one button that is asking. All share it: where a touch moves no focus, as in Safari, the button before gets no blur. */
const asking = signal<{ by: object; about: string | undefined } | null>(null);

/** Button of two touches, for what cannot be undone: the first asks, the second acts, and a touch elsewhere cancels. It is as wide as its longer words. */
export function SureButton({ name, sure, about, act, kind = '', ...rest }: Props) {
  const askedMs = useRef(0);
  const isAsking = asking.value?.by === askedMs && asking.value.about === about;
  const touch = (): void => {
    if (!isAsking) {
      askedMs.current = performance.now();
      asking.value = { by: askedMs, about };
    } else if (isBounce(askedMs.current))
      askedMs.current = performance.now(); // and so may the next one be
    else {
      asking.value = null;
      act();
    }
  };
  const turnedAway = (): void => {
    if (isAsking) asking.value = null;
  };
  const faces = [name, sure].map((words, i) => <span class={isAsking === i > 0 ? '' : 'unseen'}>{words}</span>);
  return <Button {...rest} kind={`${kind} sure`} name={faces} onClick={touch} onBlur={turnedAway} />;
}
