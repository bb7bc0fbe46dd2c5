import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../texts/first-run.ts';
import { takePoint } from './by-coordinates.tsx';

const LONGEST_MS = 20_000;

/** Geolocation. Browsers allow it only on https and on the station's own machine; elsewhere the page says so. */
export function FromHere({ found }: { found: () => void }) {
  const isAllowed = isSecureContext && 'geolocation' in navigator;
  const why = useSignal(isAllowed ? t.first.place.locating : t.first.place.insecure);
  useEffect(() => {
    if (!isAllowed) return;
    let isGone = false;
    navigator.geolocation.getCurrentPosition(
      async ({ coords: { latitude, longitude, altitude } }) => {
        if (isGone) return;
        await takePoint(latitude, longitude, altitude === null ? null : Math.round(altitude));
        if (!isGone) found();
      },
      () => (why.value = t.first.place.denied),
      { timeout: LONGEST_MS, maximumAge: LONGEST_MS },
    );
    return () => (isGone = true);
  }, []);
  return <p role="status">{why}</p>;
}
