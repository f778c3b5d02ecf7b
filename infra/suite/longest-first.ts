/** Order of the cluster's test files, so that the last one does not run alone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files of the cluster layer, longest first. Vitest orders files by their last durations, but a new clone has none.
 * It then begins with the largest files, and the longest ones of this layer are small.
 */
export const longestFiles = [
  'services/analysis/table-bucket',
  'infra/faults/stack',
  'infra/walks/s3',
  'services/eventstore/esdb/contract',
  'services/relay/relay',
  'infra/faults/table-kills',
  'services/vault/s3',
  'infra/walks/restore',
  'infra/faults/log-nodes/log-nodes',
  'services/eventstore/esdb/outage',
  'services/eventstore/copy',
  'infra/walks/unreachable-servers',
  'services/eventstore/esdb/cluster',
  'services/files/s3',
].map(name => `${name}.cluster.test.ts`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longestFiles.findIndex(file => moduleId.endsWith(`/${file}`));
  return rank === -1 ? longestFiles.length : rank;
};

const isOfCluster = ({ project }: TestSpecification) => project.name === 'cluster';

/** Vitest's order, in which the cluster's longest files come before its other ones. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranked = sorted.filter(isOfCluster).toSorted((a, b) => rankOf(a) - rankOf(b));
    return sorted.map(file => (isOfCluster(file) ? (ranked.shift() ?? file) : file));
  }
}
