import { signal } from '@preact/signals';
import { fleetSettings } from '../../../base/fleet-settings.ts';
import type { StationKey } from '../../../contract/fleet-people.ts';
import { Button } from '../../kit/parts/button.tsx';
import QrPicture from '../../kit/parts/qr-picture.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { Entry } from '../fields.tsx';
import { t } from '../texts/fleet.ts';
import { zipped } from './zip.ts';

/** Keys that the hub has just made. Only this page has them, until it is closed. */
const keys = signal<readonly StationKey[]>([]);
const url = signal(location.origin);

/** Adds keys to those in sight, which nobody may have saved yet. `gone`: logins whose old secrets are void. */
export function showKeys(more: readonly StationKey[], gone: readonly string[] = []): void {
  keys.value = [...keys.value.filter(({ login }) => !gone.includes(login)), ...more];
  if (more.length > 0) window.onbeforeunload = askWhileShown;
}
/** The browser asks before a reload or a closed tab loses secrets, until they are saved: no page is told whether a print was cancelled. */
function askWhileShown(event: BeforeUnloadEvent): void {
  if (keys.value.length > 0) event.preventDefault();
}

/** Sheets to print, one code a station, and the same settings as files. */
export function Keys() {
  if (keys.value.length === 0) return null;
  const address = url.value.trim().replace(/\/+$/, '');
  return (
    <section class="keys">
      <div class="no-print">
        <h2>{t.fleet.keys.title}</h2>
        <p>
          {t.fleet.keys.once} {t.fleet.keys.how}
        </p>
        <div class="row">
          <Entry label={t.fleet.keys.url} of={url} />
          <Button name={t.fleet.keys.print} onClick={() => print()} />
          <Button name={t.fleet.keys.save} onClick={() => save(address)} />
        </div>
      </div>
      <ul class="sheets">
        {keys.value.map((key) => (
          <li key={key.login}>
            <QrPicture text={fleetSettings(address, key)} label={t.fleet.keys.code({ name: key.name })} />
            <div>
              <strong>
                <bdi>{key.name}</bdi>
              </strong>
              {key.group !== null && <p>{key.group}</p>}
              <pre dir="ltr">{fleetSettings(address, key)}</pre>
              <p class="muted">{t.fleet.keys.how}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function save(address: string): void {
  window.onbeforeunload = null;
  const files = keys.value.map((key) => ({ name: `${key.login}.yaml`, text: fleetSettings(address, key) }));
  saveFile('weatherglass-stations.zip', zipped(files));
}
