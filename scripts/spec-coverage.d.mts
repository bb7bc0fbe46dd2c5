export const root: string;
/** The document, the rules no test names, and the names that lead nowhere. */
export function coverage(): { missing: string[]; lost: string[]; text: string };
