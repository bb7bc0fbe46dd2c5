/** Whether a label says yes: its value runs from 0 (no) to 1 (yes). In a file of its own, for the first view of the page has room for no more. */
export const isYes = (value: number): boolean => value >= 0.5;
