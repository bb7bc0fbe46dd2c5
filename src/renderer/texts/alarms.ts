import { english, type Words } from '../../locales/made/en/alarms.ts';
import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';

export const t = { ...shared, ...inLanguage<Words>('alarms', english) };
