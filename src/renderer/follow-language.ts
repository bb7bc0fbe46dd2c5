import { status } from './data/station.ts';
import { reload } from './reload.ts';

/** The wall speaks as its station does, which sends another page when it is set to another language. */
export function followTheStation(): void {
  const { language } = status.value.value?.site ?? {};
  if (language && (language === 'auto' ? 'en' : language) !== document.documentElement.dataset['station']) reload();
}
