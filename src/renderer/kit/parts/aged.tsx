import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Props {
  /** Any of these is older than it should be. */
  by: ReadonlyArray<ReadonlySignal<boolean>>;
  children: ComponentChildren;
}

/** Figures that lose their colour when what they come from is old. It makes no box of its own. */
export const Aged = ({ by, children }: Props) => (
  <div class={by.some((isOld) => isOld.value) ? 'aged old' : 'aged'}>{children}</div>
);
