import { english, type Words } from '../../locales/made/en/forecast.ts';
import { inLanguage } from './in-language.ts';
import { t as shared } from './models-in-common.ts';

export const t = { ...shared, ...inLanguage<Words>('forecast', english) };
