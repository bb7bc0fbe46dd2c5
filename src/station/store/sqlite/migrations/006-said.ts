/**
 * Code and arguments of an event, so that it can be said in any language. The English sentence stays beside it, for an older program and
 * for readers of the file. Both are null in older rows.
 */
export const SAID = `
ALTER TABLE event ADD COLUMN code TEXT;
ALTER TABLE event ADD COLUMN given TEXT;
`;
