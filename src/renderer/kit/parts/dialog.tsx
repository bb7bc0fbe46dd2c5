import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Props {
  class: string;
  close: () => void;
  /** Heading that names it; else the element that does. */
  title?: string;
  labelledBy?: string;
  /** A touch beside it closes it. */
  light?: boolean;
  children: ComponentChildren;
}

/** Whether nothing lies over this element: a dialog over the page has the keyboard, and the browser's Back, to itself. */
export const isInFront = (element: Element): boolean =>
  ([...document.querySelectorAll('dialog:modal')].at(-1) ?? null) === element.closest('dialog');

/** Modal dialog. Focus returns to where it was when it closes. The browser's Back closes it, and leads nowhere else. */
export function Dialog({ class: className, close, title, labelledBy, light, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = ref.current!;
    dialog.showModal();
    const stay = (event: NavigateEvent): void => {
      if (event.navigationType !== 'traverse' || !event.userInitiated || !isInFront(dialog)) return;
      event.preventDefault();
      dialog.close();
    };
    window.navigation?.addEventListener('navigate', stay);
    return () => {
      window.navigation?.removeEventListener('navigate', stay);
      // A dialog that is removed while it is open does not give the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      class={className}
      ref={ref}
      onClose={close}
      onClick={(event) => light && event.target === ref.current && close()}
      aria-labelledby={title === undefined ? labelledBy : id}
    >
      {title !== undefined && <h2 id={id}>{title}</h2>}
      {children}
    </dialog>
  );
}
