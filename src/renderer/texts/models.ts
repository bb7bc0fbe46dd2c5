import { english, type Words } from '../../locales/made/en/models.ts';
import { inLanguage } from './in-language.ts';
import { t as shared } from './models-in-common.ts';

export const t = { ...shared, ...inLanguage<Words>('models', english) };
