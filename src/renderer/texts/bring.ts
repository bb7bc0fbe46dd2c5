import { english, type Words } from '../../locales/made/en/bring.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('bring', english);
