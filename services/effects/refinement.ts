/** The two ends of a refinement: its case is there even where the node died between, and its end is told to the first. */

import { systemViewer } from '#events/case/may.ts';
import { Status } from '#events/case/status.ts';
import type { Recorded } from '#events/envelope.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { openRefinement } from '../command/refinement.ts';
import { caseIdOfStream, type Effect } from './effect.ts';

export const openChild: Effect = {
  name: 'openChild',
  of: event => event.type === 'RefinementOpened',
  run: async (event, { streams }) => {
    const parent = await streams.stateAt(caseIdOfStream(event.stream), event.revision);
    await openRefinement(streams, parent, { id: event.id, at: event.at, by: event.by });
  },
};

/**
 * How a refinement ends, by the event that ends it. One that was itself refined is completed by its own refinement's
 * end (to 24), and tells it on.
 */
function endingOf({ type, data }: Recorded): 'completed' | 'deleted' | undefined {
  if (type === 'DraftDeleted') return 'deleted';
  if (type === 'CaseCompleted') return 'completed';
  const ended = typeof data === 'object' && data !== null && 'to' in data && data.to === Status.Completed;
  return type === 'RefinementEnded' && ended ? 'completed' : undefined;
}

/** The person who began the chain of endings that this event is part of. */
const enderOf = ({ by, data }: Recorded): string =>
  typeof data === 'object' && data !== null && 'endedBy' in data && typeof data.endedBy === 'string'
    ? data.endedBy
    : by;

export const endRefinement: Effect = {
  name: 'endRefinement',
  of: event => endingOf(event) !== undefined,
  run: async (event, { streams, perform }) => {
    const childId = caseIdOfStream(event.stream);
    const { parentId } = await streams.stateAt(childId, event.revision);
    if (parentId === null) return;
    await perform.perform(systemViewer, {
      caseId: parentId,
      commandId: effectIdOf(event.id, endRefinement.name),
      action: 'refinementEnded',
      input: { childId, how: endingOf(event), endedBy: enderOf(event) },
    });
  },
};
