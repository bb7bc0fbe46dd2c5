import { english, type Words } from '../../../locales/made/en/fleet.ts';
import { inLanguage } from '../../texts/in-language.ts';
import { t as shared } from '../../texts/page.ts';

export const t = { ...shared, ...inLanguage<Words>('fleet', english) };
