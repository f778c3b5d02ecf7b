/** Kafka away for minutes, and the relay killed: as a fault of the table. */
import { kafkaJars } from '../servers/kafka.ts';
import { NotHere, type Report } from './fault.ts';
import { type RelayFaultOptions, relayFaults } from './relay.ts';

/** @returns what was seen @throws Error that says what was lost, doubled or out of order */
export async function brokerAway(options: RelayFaultOptions, report: Report): Promise<string> {
  await kafkaJars().catch((error: Error) => {
    throw new NotHere(error.message.split('\n')[0]);
  });
  const seen: string[] = [];
  await relayFaults(line => {
    seen.push(line);
    report(line);
  }, options);
  return seen.join('; ');
}
