/** Makes a region focusable that scrolls or takes keys but holds nothing else to focus. */
export const focusable = { tabIndex: 0 } as const;
