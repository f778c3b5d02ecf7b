/** States of work that a server does in the background for a person: exports, comparisons, patients' copies. */
export type JobState = 'waiting' | 'making' | 'ready' | 'failed' | 'cancelled';

/** True for work that is still to be done. */
export const isUnfinishedJob = ({ state }: { state: JobState }): boolean =>
  state === 'waiting' || state === 'making';
