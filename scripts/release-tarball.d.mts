export function packRelease(folder: string, version: string, tarball: string): void;
