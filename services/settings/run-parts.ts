/** Command-line arguments: the parts that a process runs. */
import { WrongSettingError } from './settings-table.ts';

/** Parts of a process. `--run=` chooses some. By default all run, but the relay only if Kafka is set. */
const parts = ['api', 'realtime', 'projector', 'worker', 'analysis', 'relay'] as const;
export type ServerPart = (typeof parts)[number];

export const wantsHelp = (args: readonly string[]): boolean =>
  args.some(arg => arg === '--help' || arg === '-h');

/** Usage of services/main.ts. */
export const serverUsage = `services/main.ts [--run=${parts.join(',')}] runs Archline's server, or some of its parts. Environment variables set everything else (.env.example).`;

/**
 * Parses `--run=`. `relay`: true if Kafka is set. `bucket`: true if an object store is set.
 * @throws WrongSettingError
 */
export function parseRunParts(
  args: readonly string[],
  { relay: withRelay, bucket }: { relay: boolean; bucket: boolean },
): ReadonlySet<ServerPart> {
  const chosen = new Set<ServerPart>();
  for (const arg of args) {
    const [, list] = /^--run=(.*)$/.exec(arg) ?? [];
    if (list === undefined)
      throw new WrongSettingError(`Unknown argument "${arg}". The only one is --run=${parts.join(',')}.`);
    for (const name of list.split(',')) {
      const part = parts.find(p => p === name);
      if (!part)
        throw new WrongSettingError(`--run names the unknown part "${name}". Known: ${parts.join(', ')}.`);
      chosen.add(part);
    }
  }
  if (chosen.has('relay') && !withRelay)
    throw new WrongSettingError('--run=relay needs KAFKA_BROKERS. Set it to host:port of a broker.');
  if (chosen.has('analysis') && !chosen.has('api') && !bucket)
    throw new WrongSettingError(
      '--run=analysis without api needs S3_ENDPOINT: nodes read the tables from its bucket.',
    );
  return chosen.size > 0 ? chosen : new Set(parts.filter(part => part !== 'relay' || withRelay));
}
