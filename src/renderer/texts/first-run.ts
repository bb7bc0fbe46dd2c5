import { english, type Words } from '../../locales/made/en/first-run.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('first-run', english);
