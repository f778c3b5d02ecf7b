/** Assembles comparisons with other versions. */
import { join } from 'node:path';
import { createWhatIfRuns } from '../analysis/whatif/what-if-runs.ts';
import { type RunningWhatIfWorker, startWhatIfWorker } from '../analysis/whatif/what-if-worker.ts';
import type { ServerPorts } from './assemble-server.ts';
import type { OpenedLogParts } from './open-log.ts';

export function openWhatIfParts(ports: ServerPorts, opened: OpenedLogParts) {
  const { whatIfVersions = [], rows, dataDir } = ports;
  const whatIfRuns = createWhatIfRuns(ports);
  return {
    whatIfRuns,
    whatIfVersions,
    startWhatIf: (): RunningWhatIfWorker =>
      startWhatIfWorker({
        ...{ ...opened, ...ports },
        runs: whatIfRuns,
        versions: whatIfVersions,
        hasRowFiles: rows !== ':memory:',
        dir: join(dataDir, 'whatif'),
      }),
  };
}
