/** Connection of a relay to Kafka's brokers: TLS and credentials by the settings. */
import { readFileSync } from 'node:fs';
import type { KafkaConfig, SASLOptions } from 'kafkajs';
import type { KafkaAccess } from '../settings/servers.ts';
import { WrongSettingError } from '../settings/settings-table.ts';

/** TLS and credentials in the form that kafkajs takes. */
export type KafkaSecurity = Pick<KafkaConfig, 'ssl' | 'sasl'>;

function certificates(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new WrongSettingError(`KAFKA_SSL_CA_FILE is "${path}": it must be a readable file.`);
  }
}

/** Converts the settings. @throws WrongSettingError if a file cannot be read */
export function kafkaSecurityOf(access: KafkaAccess | undefined): KafkaSecurity {
  if (!access) return {};
  const { tls, sasl } = access;
  const ssl = tls && (tls.caFile ? { ca: [certificates(tls.caFile)] } : true);
  // Cast: the three mechanisms take the same fields, but kafkajs types each separately.
  return { ...(ssl && { ssl }), ...(sasl && { sasl: sasl as SASLOptions }) };
}
