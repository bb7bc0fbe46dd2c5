export type Encoding = 'br' | 'gzip';
const BEST_FIRST: readonly Encoding[] = ['br', 'gzip'];

/** Parses `Accept-Encoding` (`gzip, deflate, br;q=0.5`) for the encodings that we make. A quality of zero is a refusal. */
export function acceptedEncodings(header = ''): ReadonlySet<Encoding> {
  const accepted = new Set<Encoding>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    const encoding = BEST_FIRST.find((known) => known === name);
    if (encoding && Number(quality) > 0) accepted.add(encoding);
  }
  return accepted;
}

/** Best available encoding that the client accepts; null for none. */
export function preferredEncoding(
  header: string | undefined,
  there: Partial<Record<Encoding, unknown>>,
): Encoding | null {
  const accepted = acceptedEncodings(header);
  return BEST_FIRST.find((encoding) => there[encoding] !== undefined && accepted.has(encoding)) ?? null;
}
