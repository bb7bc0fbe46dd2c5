import { status } from '../../../kit/data/station.ts';
import QrPicture from '../../../kit/parts/qr-picture.tsx';
import { isOwnMachine } from '../../own-machine.ts';
import { t } from '../../texts/first-run.ts';
import { settingOf } from '../save-answers.ts';
import { StepPage, type StepProps } from '../step.tsx';

/** QR code of an address that a telephone can open: this page's own, or the station's in the network. */
export function Phone(step: StepProps) {
  const known = status.value.value?.lan_urls ?? null;
  const addresses = isOwnMachine ? known : [location.origin];
  if (addresses === null) return <StepPage {...step}>{t.first.starting}</StepPage>;
  const [address, ...others] = addresses;
  if (address === undefined) {
    const host = settingOf('server.host')?.value;
    return (
      <StepPage {...step}>
        <p>{t.first.phone.unreachable}</p>
        <p class="muted">
          {typeof host === 'string' && /^(127\.|localhost|::1)/.test(host) ? t.first.phone.how : t.first.phone.alone}
        </p>
      </StepPage>
    );
  }
  return (
    <StepPage {...step}>
      <div class="beside phone">
        <QrPicture text={`${address}/`} label={t.first.phone.code({ address })} />
        <div class="words">
          <p>{t.first.phone.scan}</p>
          <p class="address">{address}</p>
          {others.length > 0 && <p class="muted">{t.first.phone.several}</p>}
          {others.map((other) => (
            <p class="address small" key={other}>
              {other}
            </p>
          ))}
        </div>
      </div>
    </StepPage>
  );
}
