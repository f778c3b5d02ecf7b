/** The two ends of a refinement: its case is there even where the node died between, and its end is told to the first. */
import { systemViewer } from '#events/case/may.ts';
import { effectIdOf } from '../command-ids.ts';
import { openRefinement } from '../refinement.ts';
import { caseIdOfStream, type Effect } from './effect.ts';

export const openChild: Effect = {
  name: 'openChild',
  of: event => event.type === 'RefinementOpened',
  run: async (event, { streams }) => {
    const parent = await streams.stateAt(caseIdOfStream(event.stream), event.revision);
    await openRefinement(streams, parent, { id: event.id, at: event.at, by: event.by });
  },
};

/** How a refinement ends, by the event that ends it. */
const endings: Record<string, 'completed' | 'deleted'> = {
  CaseCompleted: 'completed',
  DraftDeleted: 'deleted',
};

export const endRefinement: Effect = {
  name: 'endRefinement',
  of: event => event.type in endings,
  run: async (event, { streams, perform }) => {
    const childId = caseIdOfStream(event.stream);
    const { parentId } = await streams.stateAt(childId, event.revision);
    if (parentId === null) return;
    await perform.perform(systemViewer, {
      caseId: parentId,
      commandId: effectIdOf(event.id, endRefinement.name),
      action: 'refinementEnded',
      input: { childId, how: endings[event.type] },
    });
  },
};
