import { english, type Words } from '../../locales/made/en/over.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('over', english);
