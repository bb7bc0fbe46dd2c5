import { isKiosk } from '../../settings.ts';

/** Whether this page is shown by the station's own machine. */
export const isHere = (): boolean => isKiosk || /^(localhost|127\.|\[::1\])/.test(location.hostname);
