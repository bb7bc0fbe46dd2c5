export type Encoding = 'br' | 'gzip';
const BEST_FIRST: readonly Encoding[] = ['br', 'gzip'];

/** Whether `Accept-Encoding` (`gzip, deflate, br;q=0.5`) names an encoding. A quality of zero is a refusal. */
const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    return name === encoding && Number(quality) > 0;
  });

/** Best available encoding that the client accepts; null for none. */
export const preferredEncoding = (
  header: string | undefined,
  there: Partial<Record<Encoding, unknown>>,
): Encoding | null => BEST_FIRST.find((one) => there[one] !== undefined && accepts(header ?? '', one)) ?? null;
