/**
 * Start and end of a refinement: creates its case even if the node crashed in between, and reports its end to
 * the original case.
 */

import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import type { Recorded } from '#events/envelope.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { createRefinementCase } from '../command/refinement.ts';
import { caseIdOfStream, type Effect } from './effect.ts';

export const refinementCaseEffect: Effect = {
  name: 'openChild',
  of: event => event.type === 'RefinementOpened',
  run: async (event, { streams }) => {
    const parent = await streams.stateAt(caseIdOfStream(event.stream), event.revision);
    await createRefinementCase(streams, parent, { id: event.id, at: event.at, by: event.by });
  },
};

/**
 * Returns how a refinement ends with this event. A refinement that was itself refined is completed by the end
 * of its own refinement (status 24), which then reports to the original case.
 */
function endingOf({ type, data }: Recorded): 'completed' | 'deleted' | undefined {
  if (type === 'DraftDeleted') return 'deleted';
  if (type === 'CaseCompleted') return 'completed';
  const ended = typeof data === 'object' && data !== null && 'to' in data && data.to === Status.Completed;
  return type === 'RefinementEnded' && ended ? 'completed' : undefined;
}

/** The person who started the chain of endings that this event belongs to. */
const enderOf = ({ by, data }: Recorded): string =>
  typeof data === 'object' && data !== null && 'endedBy' in data && typeof data.endedBy === 'string'
    ? data.endedBy
    : by;

export const refinementEndEffect: Effect = {
  name: 'endRefinement',
  of: event => endingOf(event) !== undefined,
  run: async (event, { streams, perform }) => {
    const childId = caseIdOfStream(event.stream);
    const { parentId } = await streams.stateAt(childId, event.revision);
    if (parentId === null) return;
    await perform.perform(systemViewer, {
      caseId: parentId,
      commandId: effectIdOf(event.id, refinementEndEffect.name),
      action: 'refinementEnded',
      input: { childId, how: endingOf(event), endedBy: enderOf(event) },
    });
  },
};
