import { h, render } from 'preact';
import { withForms } from '../view-styles.ts';
import { type Field, isField } from './edit.ts';

const loaded = withForms(() => import('./keyboard.tsx'));

let close: (() => void) | null = null;
/** Number of the newest call: the script may arrive when another field has the focus. */
let asking = 0;

/** Brings the keyboard for this field; it stays until the field loses the focus, leaves the page, or Done is pressed. */
export async function openKeyboard(field: Field): Promise<void> {
  closeKeyboard();
  const mine = ++asking;
  field.focus();
  const { default: Keyboard } = await loaded();
  if (mine !== asking || document.activeElement !== field) return;

  // In a dialog, all outside it is out of reach.
  const host = document.createElement('div');
  (field.closest('dialog') ?? document.body).append(host);
  const { body } = document; // and not the root element, whose style the theme clears (theme.ts)
  const { inputMode } = field;
  field.dataset['inputmode'] = inputMode;
  field.inputMode = 'none'; // a tablet would bring its own beside ours
  const gone = new AbortController();
  const left = new MutationObserver(() => !field.isConnected && closeKeyboard());
  close = () => {
    gone.abort();
    left.disconnect();
    render(null, host);
    host.remove();
    body.classList.remove('typing');
    body.style.removeProperty('--keyboard');
    field.inputMode = inputMode;
    delete field.dataset['inputmode'];
  };
  left.observe(body, { childList: true, subtree: true });
  field.addEventListener('focusout', closeKeyboard, { signal: gone.signal });
  const laidOut = (heightPx: number): void => {
    body.classList.add('typing');
    body.style.setProperty('--keyboard', `${heightPx}px`);
    requestAnimationFrame(() => field.scrollIntoView({ block: 'nearest' }));
  };
  render(h(Keyboard, { field, laidOut, close: closeKeyboard }), host);
}

function closeKeyboard(): void {
  asking++;
  const leave = close;
  close = null;
  leave?.();
}

/** Opens the keyboard on focus of a text field, on the wall. Returns a function that stops it. */
export function followFocus(): () => void {
  const focused = ({ target }: Event): void => {
    if (isField(target)) void openKeyboard(target);
  };
  // A field that has the focus already is touched again when somebody wants the keyboard back.
  const touched = ({ target }: Event): void => {
    if (isField(target) && document.activeElement === target && close === null) void openKeyboard(target);
  };
  addEventListener('focusin', focused);
  addEventListener('click', touched);
  if (isField(document.activeElement)) void openKeyboard(document.activeElement);
  return () => {
    removeEventListener('focusin', focused);
    removeEventListener('click', touched);
    closeKeyboard();
  };
}
