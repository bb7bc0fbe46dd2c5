export type Field = HTMLInputElement | HTMLTextAreaElement;

const WRITTEN = new Set(['text', 'search', 'url', 'email', 'password', 'tel', 'number']);

/** Whether the on-screen keyboard can write there. Fields with their own picker (dates, colours, files) are left alone. */
export const isField = (target: unknown): target is Field =>
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && WRITTEN.has(target.type))) &&
  !target.readOnly &&
  !target.disabled;

export const wantsNumber = (field: Field): boolean =>
  field.type === 'number' || ['decimal', 'numeric'].includes(field.dataset['inputmode'] ?? field.inputMode);

/**
 * Writes text as a real key would, at the cursor and within the field's limits, with its input event. `execCommand` is deprecated, but
 * only it works for every kind of field (scripts cannot see a number's cursor).
 */
export function write(field: Field, text: string): void {
  field.focus();
  document.execCommand('insertText', false, text);
}

export function eraseBack(field: Field): void {
  field.focus();
  document.execCommand('delete');
}
