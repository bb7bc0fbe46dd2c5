export type Field = HTMLInputElement | HTMLTextAreaElement;

const WRITTEN = new Set(['text', 'search', 'url', 'email', 'password', 'tel', 'number']);

/** Whether letters can be written there. Fields with a picker of their own (dates, colours, files) cannot be helped. */
export const isField = (target: unknown): target is Field =>
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && WRITTEN.has(target.type))) &&
  !target.readOnly &&
  !target.disabled;

export const wantsNumber = (field: Field): boolean =>
  field.type === 'number' || ['decimal', 'numeric'].includes(field.dataset['inputmode'] ?? field.inputMode);

/**
 * What is written goes the way of a real key, which only this command does for every kind of field (a number's cursor is kept from
 * scripts): at the cursor, within the field's limits, and the field hears of it. There is no newer one.
 */
export function write(field: Field, text: string): void {
  field.focus();
  document.execCommand('insertText', false, text);
}

export function eraseBack(field: Field): void {
  field.focus();
  document.execCommand('delete');
}
