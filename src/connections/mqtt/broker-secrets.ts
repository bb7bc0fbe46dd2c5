import type { Config } from '../../config/config.ts';
import type { Ports } from '../../sending/ports.ts';

type BrokerSettings = Pick<Config['mqtt'], 'password' | 'password_file' | 'ca_file'>;
export type BrokerSecrets = { password: string | null; ca: string | null } | { lacks: 'password_file' | 'ca_file' };

/** Password and certificate of a broker, as the settings have them or name their files; `lacks`: a file that cannot be read. */
export function brokerSecrets(broker: BrokerSettings, ports: Ports): BrokerSecrets {
  const { password_file: passwordFile, ca_file: caFile } = broker;
  const password = passwordFile === null ? broker.password : ports.secret(passwordFile);
  if (passwordFile !== null && password === null) return { lacks: 'password_file' };
  const ca = caFile === null ? null : ports.secret(caFile);
  return caFile !== null && ca === null ? { lacks: 'ca_file' } : { password, ca };
}
