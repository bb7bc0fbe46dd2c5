import { english, type Words } from '../../locales/made/en/alarm-bar.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('alarm-bar', english);
