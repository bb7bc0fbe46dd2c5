import { english, type Words } from '../../locales/made/en/outdoors.ts';
import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';

export const t = { ...shared, ...inLanguage<Words>('outdoors', english) };
