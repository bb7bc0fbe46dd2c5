import { status } from '../kit/data/station.ts';
import { reload } from '../kit/reload.ts';

/**
 * The wall speaks as its station does, which sends another page when it is set to another language. Not where the page speaks it already:
 * whoever chose it in the first questions is in the middle of them.
 */
export function followTheStation(): void {
  const { language } = status.value.value?.site ?? {};
  const next = language === 'auto' ? 'en' : language;
  const { lang, dataset } = document.documentElement;
  if (next && next !== dataset['station'] && next !== lang) reload();
}
