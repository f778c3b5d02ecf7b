/** Checks a submitted version against the open change requests and records the findings in the case. */
import type { CaseState } from '#events/case/case.ts';
import { systemViewer } from '#events/case/permissions.ts';
import type { Recorded } from '#events/envelope.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { isOpenChangeRequest, type VersionRef } from '#events/plan/discussion.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { measureFulfilment } from '#events/plan/requests.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { readPlanBundle } from '../files/plan-bundle.ts';
import { caseIdOfStream, type Effect, type EffectDeps } from './effect.ts';

const name = 'checkRequests';

const lists: Readonly<Record<string, VersionListName>> = {
  PlanSubmitted: 'plans',
  TargetSubmitted: 'targets',
};

/** Reads a version's plan.json. Returns null if the version has none that is readable. */
const bundleOf = ({ blobs }: EffectDeps, state: CaseState, { list, version }: VersionRef) =>
  readPlanBundle(blobs, state.orgId, state[list].find(p => p.version === version)?.files ?? []);

const versionOf = ({ data }: Recorded): number | undefined =>
  typeof data === 'object' && data !== null && 'version' in data ? Number(data.version) : undefined;

export const checkChangeRequestsEffect: Effect = {
  name,
  of: event => event.type in lists,
  run: async (event, deps) => {
    const [list, version] = [lists[event.type], versionOf(event)];
    if (list === undefined || version === undefined) return;
    const caseId = caseIdOfStream(event.stream);
    // Loads the case as of this event, because later requests about this version must not count.
    const then = await deps.streams.stateAt(caseId, event.revision);
    const openRequests = then.requests.filter(isOpenChangeRequest);
    if (openRequests.length === 0) return;
    const read = new Map<string, Promise<PlanBundle | null>>();
    const bundle = (ref: VersionRef) => {
      const key = `${ref.list}/${ref.version}`;
      const known = read.get(key) ?? bundleOf(deps, then, ref);
      read.set(key, known);
      return known;
    };
    const handedIn = await bundle({ list, version });
    const measured = await Promise.all(
      openRequests.map(async r => ({
        request: r.request,
        ...measureFulfilment(r.change, handedIn, await bundle(r)),
      })),
    );
    await deps.perform.perform(systemViewer, {
      caseId,
      commandId: effectIdOf(event.id, name),
      action: 'requestsMeasured',
      input: { list, version, measured },
    });
  },
};
