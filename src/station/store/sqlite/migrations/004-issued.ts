/** What was said, hour by hour, so that it can be laid over what came. One short text an hour: 0.5 MB for thirty days. */
export const ISSUED = `
CREATE TABLE issued (ts INTEGER PRIMARY KEY, said TEXT NOT NULL) STRICT;
`;
