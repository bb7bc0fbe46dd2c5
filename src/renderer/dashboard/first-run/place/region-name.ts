/** `DE` → Germany, `US CA` → United States (CA), in the page's language. */
export function regionName(country: string): string {
  const [code = country, state] = country.split(' ');
  const name = new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'region' }).of(code) ?? code;
  return state ? `${name} (${state})` : name;
}
