import { TARGETS } from '../../../../contract/names.ts';
import { units } from '../../../kit/browser-choices.ts';
import { anomaly } from '../../../kit/data/of-views.ts';
import { status, telemetry } from '../../../kit/data/station.ts';
import { withUnit } from '../../../kit/format.ts';
import { Mark } from '../../../kit/icons.tsx';
import { Notices } from '../../../kit/parts/notices.tsx';
import { SignalRow } from '../../../kit/parts/signal-row.tsx';
import { t } from '../../texts/first-run.ts';
import { StepPage, type StepProps } from '../step.tsx';

/** State of the sensors in words and a colour; "weatherglass doctor" tells more. */
export function Sensors(step: StepProps) {
  const { health } = anomaly.use() ?? {};
  const now = status.value.value;
  const reading = telemetry.value;
  const problem = status.problem.value;
  if (!now || !reading || !health || problem) {
    return (
      <StepPage {...step}>
        <p role="status">{problem ? t.first.starting : t.first.sensors.waiting}</p>
      </StepPage>
    );
  }
  const isReal = now.hardware === 'sense-hat' || now.hardware === 'inputs';
  const state = isReal ? reading.health : 'warn';
  const verdict = !isReal
    ? { simulator: t.first.sensors.simulated, replay: t.first.sensors.replayed }[now.hardware as 'simulator' | 'replay']
    : { ok: t.first.sensors.well, warn: t.first.sensors.look, fault: t.first.sensors.fault }[reading.health];
  return (
    <StepPage {...step}>
      <p class={`verdict ${state}`} role="status">
        <Mark state={state} /> {verdict}
      </p>
      {now.hardware === 'simulator' && <p class="muted">{t.first.sensors.simulatedHow}</p>}
      <ul class="signals">
        {Object.entries(health).map(([name, signal]) => {
          const kind = TARGETS.find((one) => one === name);
          const well = kind && withUnit(kind, reading[kind], units.value);
          return <SignalRow key={name} name={name} of={signal} well={well} />;
        })}
      </ul>
      <Notices of={now.notices.filter(({ severity }) => severity !== 'info')} />
    </StepPage>
  );
}
