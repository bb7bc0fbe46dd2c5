import { english, type Words } from '../../locales/made/en/sensors.ts';
import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';

export const t = { ...shared, ...inLanguage<Words>('sensors', english) };
