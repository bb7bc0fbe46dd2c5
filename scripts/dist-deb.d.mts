type Mark = 'ENABLED' | 'STARTED' | 'DATA' | 'ETC' | 'ALL_DATA';
export const PACKAGES: Record<'weatherglass' | 'weatherglass-hub', { marks: Record<Mark, string> }>;
