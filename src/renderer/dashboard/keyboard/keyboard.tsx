import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Backspace } from '../../kit/icons-over.tsx';
import { t } from '../../kit/texts/keyboard.ts';
import { t as ofPage } from '../../kit/texts/page.ts';
import { eraseBack, type Field, wantsNumber, write } from './edit.ts';
import { Down, Shift } from './icons.tsx';
import { isOtherScript, type Layer, languageOf, rowsOf } from './layouts.ts';

const LEAST_KEY_PX = 44;
const GAP_PX = 4;
const MOST_IN_A_ROW = 12;
/** A finger that stays on Delete takes more. */
const REPEAT_AFTER_MS = 500;
const REPEAT_EVERY_MS = 90;

/** Whether a field holds an address or key for machines: Latin letters and signs. */
const isAddress = ({ type, dataset }: Field): boolean => type === 'url' || dataset['script'] === 'latin';

type Shifted = 'no' | 'once' | 'locked';

interface Props {
  field: Field;
  /** Called when the keyboard's height changes: the field must stay in sight. */
  laidOut: (heightPx: number) => void;
  close: () => void;
}

/** On-screen keyboard at the lower edge, for the field that has the focus; its keys never take that away. */
export default function Keyboard({ field, laidOut, close }: Props) {
  const language = languageOf(document.documentElement.lang);
  const isNumber = wantsNumber(field);
  const layer = useSignal<Layer>(isNumber ? 'number' : 'letters');
  const shift = useSignal<Shifted>('no');
  const latin = useSignal(isOtherScript(language) && (isAddress(field) || field.type === 'password'));
  const columns = useSignal(columnsFor(innerWidth));
  const self = useRef<HTMLElement>(null);
  useLayoutEffect(() => laidOut(self.current!.offsetHeight));
  useEffect(() => {
    const resized = () => (columns.value = columnsFor(innerWidth));
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);

  const put = (text: string): void => {
    write(field, text);
    if (shift.peek() === 'once' && layer.peek() !== 'symbols') shift.value = 'no';
  };
  const go = (next: Layer): void => {
    layer.value = next;
    shift.value = 'no';
  };
  const hasShift = !isNumber && (layer.value !== 'letters' || latin.value || !isOtherScript(language));
  const hasSigns = isAddress(field) && !isNumber && layer.value !== 'symbols';
  const shown = rowsOf({
    layer: layer.value,
    language,
    shifted: shift.value !== 'no',
    latin: latin.value,
    columns: columns.value,
  });
  const letterKey = (key: string) => (
    <Key key={key} press={() => put(key)}>
      {key}
    </Key>
  );
  const label = layer.value === 'symbols' ? t.keyboard.moreSigns : t.keyboard.shift;
  const shiftKey = hasShift && (
    <Key class="wide" label={label} pressed={shift.value !== 'no'} press={() => (shift.value = NEXT[shift.peek()])}>
      <Shift locked={shift.value === 'locked'} />
    </Key>
  );
  const eraseKey = (
    <Key class="wide" label={t.keyboard.erase} press={() => eraseBack(field)} repeats>
      <Backspace />
    </Key>
  );
  const quietKey = (face: string, text: string, press: () => void) => (
    <Key class="wide quiet" label={ofPage.labelled({ label: face, text })} press={press}>
      {face}
    </Key>
  );
  return (
    // Always from left to right, as the keys of every keyboard lie, an Arabic one's too.
    <section class="keyboard" aria-label={t.keyboard.label} dir="ltr" ref={self} onMouseDown={keepFocus}>
      {shown.map((row, i) => (
        <div class="keys" key={row.join('')}>
          {i === shown.length - 1 && shiftKey}
          {row.map(letterKey)}
          {i === shown.length - 1 && eraseKey}
        </div>
      ))}
      <div class="keys">
        {!isNumber && layer.value !== 'letters' && quietKey('abc', t.keyboard.letters, () => go('letters'))}
        {!isNumber && layer.value !== 'symbols' && quietKey('123', t.keyboard.symbols, () => go('symbols'))}
        {hasSigns && [':', '/'].map(letterKey)}
        {/* Domains and networks have accents, too. Where signs and accents have no room together, accents are one layer further. */}
        {!isNumber &&
          layer.value !== 'accents' &&
          (!hasSigns || columns.value === null) &&
          quietKey('áé', t.keyboard.accents, () => go('accents'))}
        {isOtherScript(language) &&
          layer.value === 'letters' &&
          quietKey(
            latin.value ? 'ع' : 'abc',
            latin.value ? t.keyboard.own : t.keyboard.latin,
            () => (latin.value = !latin.peek()),
          )}
        {!isNumber && (
          <Key class="space muted" label={t.keyboard.space} press={() => put(' ')}>
            <span aria-hidden="true">{'\u2423'}</span>
          </Key>
        )}
        {!isNumber && letterKey('.')}
        {field instanceof HTMLTextAreaElement && (
          <Key label={t.keyboard.newLine} press={() => put('\n')}>
            <span aria-hidden="true">↵</span>
          </Key>
        )}
        {/* Closes on the click: gone when the touch begins, its end would fall on what lies below. */}
        <button type="button" class="key wide done" tabIndex={-1} onClick={close}>
          <Down />
          <span>{t.keyboard.done}</span>
        </button>
      </div>
    </section>
  );
}

const NEXT: Readonly<Record<Shifted, Shifted>> = { no: 'once', once: 'locked', locked: 'no' };
const keepFocus = (event: Event): void => event.preventDefault();

/** Null where ten keys beside each other are wide enough for a finger. */
function columnsFor(widthPx: number): number | null {
  const fitting = Math.floor((widthPx - GAP_PX) / (LEAST_KEY_PX + GAP_PX));
  return fitting >= MOST_IN_A_ROW ? null : fitting;
}

interface KeyProps {
  class?: string;
  label?: string;
  pressed?: boolean;
  repeats?: boolean;
  press: () => void;
  children: ComponentChildren;
}

/**
 * Key that writes when the touch begins: of two thumbs the second is often down before the first is up, and gets no click then. Tab does
 * not reach it: the focus would leave the field, and a reader with a Tab key has a keyboard.
 */
function Key({ class: className = '', label, pressed, repeats, press, children }: KeyProps) {
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const held = useRef(press);
  held.current = press;
  const letGo = (): void => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  };
  useEffect(() => letGo, []);
  const again = (): void => {
    held.current();
    timers.current = [setTimeout(again, REPEAT_EVERY_MS)];
  };
  return (
    <button
      type="button"
      class={`key ${className}`}
      tabIndex={-1}
      aria-label={label}
      aria-pressed={pressed}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        press();
        if (repeats) timers.current = [setTimeout(again, REPEAT_AFTER_MS)];
      }}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={keepFocus}
      // A screen reader's click has no touch before it.
      onClick={(event) => event.detail === 0 && press()}
    >
      {children}
    </button>
  );
}
