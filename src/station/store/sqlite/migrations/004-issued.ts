/** Issued forecasts, hour by hour, to compare with what came: 0.5 MB for thirty days. */
export const ISSUED = `
CREATE TABLE issued (ts INTEGER PRIMARY KEY, said TEXT NOT NULL) STRICT;
`;
