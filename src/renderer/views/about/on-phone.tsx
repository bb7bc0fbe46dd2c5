import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { status } from '../../data/station.ts';
import { isOwnMachine } from '../../own-machine.ts';
import { t } from '../../texts/about.ts';

type Picture = ComponentType<{ text: string; label: string }>;

/** Address for a phone, as a picture to scan: https where the station has it, since only then the page works offline too. */
export function OnPhone() {
  const known = status.use()?.lan_urls ?? [];
  const addresses = isOwnMachine ? known : [location.origin];
  const address = addresses.find((one) => one.startsWith('https:')) ?? addresses[0];
  const picture = useSignal<Picture | null>(null);
  useEffect(() => {
    void import('../first-run/phone/qr-picture.tsx').then(({ QrPicture }) => {
      picture.value = QrPicture;
    });
  }, []);
  if (address === undefined) return null;
  const Shown = picture.value;
  return (
    <section>
      <h2>{t.phone.title}</h2>
      <p class="muted">{t.phone.scan}</p>
      {Shown && <Shown text={`${address}/`} label={t.phone.code({ address })} />}
      <p>{address}</p>
      <p class="muted">{t.phone.home}</p>
    </section>
  );
}
