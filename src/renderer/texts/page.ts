import { english, type Words } from '../../locales/made/en/page.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('page', english);
