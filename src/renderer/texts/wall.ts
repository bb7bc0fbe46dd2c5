import { english, type Words } from '../../locales/made/en/wall.ts';
import { inLanguage } from './in-language.ts';

export const t = inLanguage<Words>('wall', english);
