import { isKiosk } from '../kit/browser-choices.ts';

/** Whether this page was loaded over the loopback: then changes that only this machine may make are accepted. */
export const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** Whether the station's own machine shows this page; its window may load it from the address in the settings. */
export const isOwnMachine = isKiosk || isLoopback;
