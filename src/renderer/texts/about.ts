import { english, type Words } from '../../locales/made/en/about.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('about', english);
