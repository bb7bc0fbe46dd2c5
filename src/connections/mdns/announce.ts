import type { CiaoService, Responder, ServiceEvent } from '@homebridge/ciao';

export interface Announcement {
  name: string;
  port: number;
  version: string;
  /** Told in the record, so that Home Assistant knows the station of MQTT and of the LAN as one. */
  id: string | null;
  /** Hears the name that the LAN knows it by where that is another one. */
  renamed(name: string): void;
}

/** Longest mDNS name: DNS allows 63 bytes, less room for ` (12)`. */
const MOST_BYTES = 57;

/** Letters are never cut; what cannot be typed is left out, and so is a dot at the end, which would end the name of the host. */
export function serviceName(name: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(name.replaceAll(/\p{Cc}+/gu, ' ').trim())) {
    if (Buffer.byteLength(kept + segment) > MOST_BYTES) break;
    kept += segment;
  }
  return kept.replace(/[.\s]+$/, '') || 'Weatherglass';
}

/**
 * Announces the station on the LAN as `_http._tcp`, where phones and Home Assistant look for web pages. If another station has the name,
 * ours becomes `Name (2)`. It follows interfaces that come and go, and says goodbye at the end.
 */
export async function announce({ name, port, version, id, renamed }: Announcement): Promise<() => Promise<void>> {
  const { getResponder } = await import('@homebridge/ciao');
  const responder: Responder = getResponder();
  const service: CiaoService = responder.createService({
    name: serviceName(name),
    type: 'http',
    port,
    txt: { path: '/', version, ...(id !== null && { id }) },
  });
  service.on('name-change' as ServiceEvent.NAME_CHANGED, renamed);
  // A renamed host needs no message: the record follows it.
  service.on('hostname-change' as ServiceEvent.HOSTNAME_CHANGED, () => undefined);
  await service.advertise();
  return async () => {
    await service.end(); // the goodbye
    await responder.shutdown();
  };
}
