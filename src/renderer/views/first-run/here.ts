import { isKiosk } from '../../settings.ts';

/** Whether the station's own machine shows this page. */
export const isHere = (): boolean => isKiosk || /^(localhost|127\.|\[::1\])/.test(location.hostname);
