import type { Nerd } from '../../../contract/models.ts';
import { TARGETS } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import { status, telemetry } from '../../kit/data/station.ts';
import { DASH, duration, figure, number, unitOf } from '../../kit/format.ts';
import { compact } from '../../kit/format-size.ts';
import { Facts } from '../../kit/parts/facts.tsx';
import { t } from '../texts/nerd.ts';

/** Corrections of the raw readings, and other numbers, in plain rows. */
export function Corrections({ of: { compensators, climatology } }: { of: Nerd }) {
  const now = telemetry.value;
  const u = units.value;
  const degrees = unitOf('temperature', u);
  const { thermal, humidity } = compensators;
  const station = status.value.value;
  return (
    <div class="two">
      <section>
        <h2>{t.nerd.compensation}</h2>
        <Facts
          of={[
            [t.nerd.raw, figure('temperature', now?.temperature_raw, u, 2), degrees],
            [t.nerd.cpu, figure('temperature', now?.cpu_temp, u), degrees],
            [t.nerd.removed, figure('temperatureStep', now?.cpu_offset, u, 2), '°'],
            [t.inside.k, number(thermal.k, 4)],
            [`${t.nerd.covariance} (k)`, compact(thermal.P)],
            [`${t.nerd.residual} (k)`, number(thermal.last_residual, 2, true)],
            [t.inside.offset, number(humidity.offset, 2, true), '%'],
            [`${t.nerd.covariance} (RH)`, compact(humidity.P)],
            [t.nerd.psychrometric, number(now?.hum_psychrometric, 2, true), '%'],
          ]}
        />
        {now?.cpu_offset_held && <p class="muted">{t.nerd.held}</p>}
      </section>
      <section>
        <h2>{t.nerd.climatology}</h2>
        <Facts
          of={[
            [t.inside.knownDays, number(climatology.history_days, 2)],
            [t.nerd.harmonics, `${climatology.diurnal_harmonics} / ${climatology.annual_harmonics}`],
            [t.nerd.ridge, compact(climatology.ridge)],
            ...TARGETS.map(
              (target) => [t.nerd.coefficients({ target }), number(climatology.n_coefficients[target])] as const,
            ),
          ]}
        />
      </section>
      <section>
        <h2>{t.nerd.air}</h2>
        <Facts
          of={[
            [t.nerd.stationPressure, figure('pressure', now?.pressure_station, u), unitOf('pressure', u)],
            [t.nerd.wetBulb, figure('temperature', now?.derived.wet_bulb, u), degrees],
            [t.nerd.depression, figure('temperatureStep', now?.derived.dew_depression, u).replace('+', ''), '°'],
            [
              t.quantities.absoluteHumidity,
              figure('density', now?.derived.absolute_humidity_g_m3, u),
              unitOf('density', u),
            ],
            [t.quantities.heatIndex, figure('temperature', now?.derived.heat_index, u), degrees],
            [t.nerd.elevation, figure('angle', now?.derived.solar_elevation, u, 1), '°'],
            [t.nerd.azimuth, figure('angle', now?.derived.solar_azimuth, u), '°'],
            [t.nerd.clearSky, figure('irradiance', now?.derived.clear_sky_wm2, u), unitOf('irradiance', u)],
            [t.nerd.cloudIndex, number(now?.derived.cloud_index, 2)],
          ]}
        />
      </section>
      <section>
        <h2>{t.nerd.service}</h2>
        <Facts
          of={[
            [t.nerd.streams, number(station?.stream_clients)],
            [t.nerd.rows, number(station?.rows)],
            [
              t.nerd.probe,
              station?.outdoor_probe ? figure('temperature', station.outdoor_probe.value_c, u) : DASH,
              degrees,
            ],
            [t.nerd.running, station ? duration(station.uptime_s) : DASH],
          ]}
        />
      </section>
    </div>
  );
}
