import { english, type Words } from '../../locales/made/en/sensor-sheet.ts';
import { inLanguage } from './in-language.ts';
import { t as shared } from './sensors.ts';

export const t = { ...shared, ...inLanguage<Words>('sensor-sheet', english) };
