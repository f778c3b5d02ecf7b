/** Fault: Kafka is down for minutes, and the relay is killed. */
import { ensureKafkaJars } from '../servers/kafka.ts';
import { FaultUnsupportedError, type ProgressPrinter } from './fault.ts';
import { type RelayFaultOptions, testRelayFaults } from './relay-faults.ts';

/** @returns a summary for the table of faults @throws Error naming lost, duplicated or reordered events */
export async function testBrokerOutage(options: RelayFaultOptions, report: ProgressPrinter): Promise<string> {
  await ensureKafkaJars().catch((error: Error) => {
    throw new FaultUnsupportedError(error.message.split('\n')[0]);
  });
  const seen: string[] = [];
  await testRelayFaults(line => {
    seen.push(line);
    report(line);
  }, options);
  return seen.join('; ');
}
