interface Props {
  value: number | null;
  limit: number;
  /** Alarm threshold, on the same scale. */
  alarmAt?: number;
  label: string;
  tone?: 'temperature' | 'rain';
}

/** A half-circle with a needle. The alarm zone is drawn thick, not only coloured. */
export function Gauge({ value, limit, alarmAt, label, tone = 'temperature' }: Props) {
  const at = (share: number, radius: number): string => {
    const angle = Math.PI * (1 - Math.min(1, Math.max(0, share)));
    return `${(60 + radius * Math.cos(angle)).toFixed(1)} ${(58 - radius * Math.sin(angle)).toFixed(1)}`;
  };
  const share = value === null ? null : Math.min(1, Math.max(0, value / limit));
  return (
    <svg class={`gauge tone-${tone}`} viewBox="0 0 120 66" role="img" aria-label={label}>
      <path class="gauge-track" d={`M${at(0, 48)}A48 48 0 0 1 ${at(1, 48)}`} />
      {alarmAt !== undefined && alarmAt < limit && (
        <path class="gauge-alarm" d={`M${at(alarmAt / limit, 48)}A48 48 0 0 1 ${at(1, 48)}`} />
      )}
      {share !== null && (
        <>
          <path class="gauge-fill" d={`M${at(0, 48)}A48 48 0 0 1 ${at(share, 48)}`} />
          <path class="needle" d={`M60 58L${at(share, 40)}`} />
        </>
      )}
      <circle class="hub" cx="60" cy="58" r="3.5" />
    </svg>
  );
}
