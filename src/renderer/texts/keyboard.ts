import { english, type Words } from '../../locales/made/en/keyboard.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('keyboard', english);
