export function sentences(): { id: string; text: string; rules: string[]; outside?: string }[];
/** The document, the rules no test names, and the names that lead nowhere. */
export function coverage(): { missing: string[]; lost: string[]; text: string };
