import { DAY_S } from '../../../src/base/durations.ts';
import type { DisplayPreview, Pulse, Ready, StreamMessage } from '../../../src/contract/status.ts';
import type { Telemetry } from '../../../src/contract/telemetry.ts';
import type { RainFacet, WatchFacet } from '../../../src/station/api.ts';
import type { Speaker } from '../../../src/words/speaker.ts';
import type { FakeWorld } from './world.ts';

/** What is true at this moment. */
export class FakeLive {
  constructor(
    private readonly world: FakeWorld,
    private readonly rain: RainFacet,
    private readonly watch: WatchFacet,
  ) {}

  get sampleCount(): number {
    const elapsed = Math.floor((this.world.sensedS() - this.world.startedS) / 2);
    return this.world.cold ? elapsed : elapsed + 1;
  }

  async telemetry(): Promise<Telemetry> {
    const tS = this.world.startedS + Math.floor((this.world.sensedS() - this.world.startedS) / 2) * 2;
    const now = this.world.weather(tS);
    const faulty = this.world.variant === 'faulty';
    const rawC = (now.temperatureC + this.world.thermal.k * now.cpuC) / (1 + this.world.thermal.k);
    const humidity = faulty ? null : now.humidityPct + this.world.humidity.offset;
    return {
      timestamp: tS,
      temperature: now.temperatureC,
      humidity,
      pressure: now.pressureHpa,
      compass: 211.4,
      pitch: 0.8,
      roll: -1.3,
      yaw: 211.4,
      accel: { x: 0.012, y: -0.021, z: 0.998 },
      gyro: { x: 0.1, y: -0.05, z: 0.02 },
      color: {
        clear: now.lux / 20,
        red: now.lux / 60,
        green: now.lux / 55,
        blue: now.lux / 65,
        hex: '#b8c4d8',
        cct: faulty ? null : 6100,
      },
      temperature_raw: rawC,
      temperature_compensated: now.temperatureC,
      pressure_station: now.pressureHpa - 14.2,
      cpu_temp: faulty ? null : now.cpuC,
      cpu_offset: rawC - now.temperatureC,
      cpu_offset_held: faulty,
      compensator_k: this.world.thermal.k,
      hum_offset: this.world.humidity.offset,
      outdoor_c: faulty ? null : now.temperatureC - 6.5,
      outdoor_humidity: null,
      wind_speed: null,
      wind_gust: null,
      wind_direction: null,
      rain_rate: null,
      rain_today: null,
      rain_event: null,
      rain_month: null,
      rain_year: null,
      solar_radiation: null,
      sunshine_today_h: null,
      et0_today: null,
      uv_index: null,
      lightning_count: null,
      lightning_distance_km: null,
      outdoor_lux: null,
      hum_psychrometric: null,
      rates: {
        temperature_c_per_h: now.temperatureRateCPerH,
        humidity_pct_per_h: faulty ? null : -3.2 * now.temperatureRateCPerH,
        pressure_hpa_per_h: now.pressureRateHpaPerH,
      },
      derived: {
        dew_point: faulty ? null : now.dewC,
        dew_depression: faulty ? null : now.temperatureC - now.dewC,
        wet_bulb: faulty ? null : now.temperatureC - (now.temperatureC - now.dewC) / 3,
        vpd_hpa: faulty ? null : (1 - now.humidityPct / 100) * 16,
        absolute_humidity_g_m3: faulty ? null : now.humidityPct / 8,
        heat_index: faulty ? null : now.temperatureC,
        cloud_index: now.lux > 0 ? 0.35 : null,
        solar_elevation: Math.asin(Math.max(-0.9, Math.min(0.9, now.lux / 10_000))) * 57.3,
        solar_azimuth: ((tS % DAY_S) / DAY_S) * 360,
        clear_sky_wm2: now.lux / 10,
        frost_point: faulty ? null : now.dewC,
        wind_chill: null,
        apparent_temperature: null,
        feels_like: null,
      },
      feels_like_by: null,
      lux: now.lux,
      health: this.world.health,
      novelty_d2: this.world.cold ? null : 9.4,
      simulated: true,
    };
  }

  async streamMessage(): Promise<StreamMessage> {
    return {
      telemetry: await this.telemetry(),
      precipitation: this.rain.precipitation() ?? {},
      health: this.world.health,
      drift_stress: this.world.cold ? 0 : 0.127,
      jobs: this.world.busy ? [this.world.busy] : [],
      alarms: 0,
    };
  }

  status(speaker?: Speaker) {
    return {
      name: 'Weatherglass',
      version: '1.0.0',
      started_ts: this.world.startedS,
      uptime_s: this.world.nowS() - this.world.startedS,
      hardware: 'simulator' as const,
      colour_sensor: true,
      rows: Math.floor(this.world.historyS / 30),
      history_days: Math.round((this.world.historyS / DAY_S) * 100) / 100,
      last_train: this.world.lastTrainS,
      next_train_in_s: this.world.cold ? null : 3600,
      climatology_ready: !this.world.cold,
      annual_terms: false,
      compensator_k: this.world.thermal.k,
      calibrations: this.world.thermal.n + this.world.humidity.n,
      health: this.world.health,
      drift_stress: this.world.cold ? 0 : 0.127,
      retrain_requested: false,
      training_log: [],
      jobs: this.world.busy ? [this.world.busy] : [],
      display_frame: this.world.cold ? null : 'temperature',
      outdoor_probe: this.world.cold
        ? null
        : {
            available: this.world.variant !== 'faulty',
            device: '28-0316a2794bff',
            value_c: this.world.variant === 'faulty' ? null : 8.4,
            age_s: this.world.variant === 'faulty' ? null : 21,
            errors: this.world.variant === 'faulty' ? 14 : 0,
          },
      events: this.watch.events(15, undefined, speaker),
      site: {
        configured: !this.world.cold,
        latitude: 47.37,
        longitude: 8.54,
        altitude_m: 120,
        timezone: 'UTC',
        indoors: true,
        units: 'metric' as const,
        language: 'auto' as const,
      },
      notices:
        this.world.variant === 'faulty'
          ? [{ severity: 'error' as const, text: 'The humidity sensor does not answer.' }]
          : [],
      demo: false,
      sample_interval_s: 2,
      first_run: false,
    };
  }

  display(): DisplayPreview | null {
    if (this.world.cold) return null;
    return {
      frame: 'temperature',
      pixels: Array.from({ length: 64 }, (_, i) => (i % 9 === 0 ? '#ffb347' : '#000000')),
    };
  }

  alive(): Pulse {
    return { sampling: true, turn_age_s: (this.world.nowS() - this.world.startedS) % 2 };
  }
  ready(): Ready {
    if (this.world.variant === 'faulty')
      return { ready: false, reason: 'the last sample is 71 s old', sample_age_s: 71 };
    return { ready: true, sample_age_s: (this.world.nowS() - this.world.startedS) % 2 };
  }
}
