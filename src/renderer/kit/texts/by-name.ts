/** Text looked up by a name from elsewhere, such as a sensor's; undefined for an unknown one. */
export const named = <Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined =>
  Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined;
