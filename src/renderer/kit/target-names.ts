import { perTarget } from '../../contract/names.ts';
import { t } from './texts/page.ts';

/** Names of the forecast quantities. */
export const TARGET_NAMES = perTarget((target) => t.quantities[target]);
