/** The end of a case. The end of a refinement is reported to its original case. */
import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import type { CaseLife } from './case-life.ts';
import type { YearWorld } from './year-world.ts';

/** Call after the case's last event. */
export function endCaseLife(life: CaseLife, world: YearWorld, how: 'completed' | 'deleted'): void {
  world.lives.delete(life);
  const { parent, state } = life;
  if (parent?.state.status !== Status.InRefinement) return;
  world.agenda.add(world.clock.now() + 1000, () => {
    if (parent.state.status !== Status.InRefinement) return;
    world.act(parent, systemViewer, 'refinementEnded', {
      childId: state.caseId,
      how,
      endedBy: life.doctor.viewer.id,
    });
    if (how === 'completed') world.lives.delete(parent);
    world.goOn(parent);
  });
}
