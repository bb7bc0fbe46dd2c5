/** Settings of a station for a fleet, as YAML: its file, and what its QR code says. In quotes, because a login may look like a number. */
export const fleetSettings = (url: string, { login, secret }: { login: string; secret: string }): string =>
  `fleet:\n  url: "${url}"\n  login: "${login}"\n  secret: "${secret}"\n`;
