/** Fault: Kafka is down for minutes, and the relay is killed. */
import { kafkaJars } from '../servers/kafka.ts';
import { NotHere, type Report } from './fault.ts';
import { type RelayFaultOptions, relayFaults } from './relay.ts';

/** @returns a summary for the table of faults @throws Error naming lost, duplicated or reordered events */
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
