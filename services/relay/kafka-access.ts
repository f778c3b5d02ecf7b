/** How a relay reaches Kafka's brokers: encrypted, and with a name and a password, where the settings say so. */
import { readFileSync } from 'node:fs';
import type { KafkaConfig, SASLOptions } from 'kafkajs';
import type { KafkaAccess } from '../settings/servers.ts';
import { WrongSetting } from '../settings/table.ts';

/** As kafkajs takes it. */
export type Access = Pick<KafkaConfig, 'ssl' | 'sasl'>;

function certificates(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new WrongSetting(`KAFKA_SSL_CA_FILE is "${path}": it must be a file that can be read.`);
  }
}

/** @throws WrongSetting where a file cannot be read */
export function accessOf(access: KafkaAccess | undefined): Access {
  if (!access) return {};
  const { tls, sasl } = access;
  const ssl = tls && (tls.caFile ? { ca: [certificates(tls.caFile)] } : true);
  // The boundary: the three mechanisms take the same, which kafkajs says of each by itself.
  return { ...(ssl && { ssl }), ...(sasl && { sasl: sasl as SASLOptions }) };
}
