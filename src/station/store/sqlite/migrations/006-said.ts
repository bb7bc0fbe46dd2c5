/**
 * Which sentence an event is, and what it was made of, so that it can be said in any language. The English one stays beside it: for
 * an older program, and for whoever opens the file by hand. Both are null in rows of before.
 */
export const SAID = `
ALTER TABLE event ADD COLUMN code TEXT;
ALTER TABLE event ADD COLUMN given TEXT;
`;
