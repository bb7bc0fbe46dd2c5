/** A text by a name from elsewhere, such as a sensor's; undefined for one that nobody has named yet. */
export const named = <Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined =>
  Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined;
