/** A version that is handed in is measured against the changes that were asked for; the case keeps what was found. */
import type { CaseState } from '#events/case/case.ts';
import { systemViewer } from '#events/case/may.ts';
import type { Recorded } from '#events/envelope.ts';
import { type PlanBundle, planBundle } from '#events/plan/bundle.ts';
import { isOpen, type VersionRef } from '#events/plan/discussion.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import { measure } from '#events/plan/requests.ts';
import { effectIdOf } from '../command-ids.ts';
import { caseIdOfStream, type Effect, type EffectDeps } from './effect.ts';

const name = 'checkRequests';

/** No upload of a plan.json was let through that is larger. */
const mostBytes = 8 * 1024 * 1024;

const lists: Readonly<Record<string, VersionList>> = { PlanSubmitted: 'plans', TargetSubmitted: 'targets' };

function parsed(text: string): PlanBundle | null {
  try {
    const found = planBundle.safeParse(JSON.parse(text.replace(/^\ufeff/, '')));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** The plan.json of a version; null where it has none, or one that says no more than its stages. */
async function bundleOf(
  { blobs }: EffectDeps,
  state: CaseState,
  { list, version }: VersionRef,
): Promise<PlanBundle | null> {
  const plan = state[list].find(p => p.version === version);
  const file = plan?.files.find(f => f.mime === 'application/json');
  if (!file) return null;
  const blob = { orgId: state.orgId, sha256: file.sha256 };
  if (((await blobs.size(blob)) ?? Number.POSITIVE_INFINITY) > mostBytes) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of blobs.read(blob)) chunks.push(Buffer.from(chunk));
  return parsed(Buffer.concat(chunks).toString('utf8'));
}

const versionOf = ({ data }: Recorded): number | undefined =>
  typeof data === 'object' && data !== null && 'version' in data ? Number(data.version) : undefined;

export const checkRequests: Effect = {
  name,
  of: event => event.type in lists,
  run: async (event, deps) => {
    const [list, version] = [lists[event.type], versionOf(event)];
    if (list === undefined || version === undefined) return;
    const caseId = caseIdOfStream(event.stream);
    // What was asked of this very version, a moment later, is not in it.
    const then = await deps.streams.stateAt(caseId, event.revision);
    const asked = then.requests.filter(isOpen);
    if (asked.length === 0) return;
    const read = new Map<string, Promise<PlanBundle | null>>();
    const bundle = (ref: VersionRef) => {
      const key = `${ref.list}/${ref.version}`;
      const known = read.get(key) ?? bundleOf(deps, then, ref);
      read.set(key, known);
      return known;
    };
    const handedIn = await bundle({ list, version });
    const measured = await Promise.all(
      asked.map(async r => ({ request: r.request, ...measure(r.change, handedIn, await bundle(r)) })),
    );
    await deps.perform.perform(systemViewer, {
      caseId,
      commandId: effectIdOf(event.id, name),
      action: 'requestsMeasured',
      input: { list, version, measured },
    });
  },
};
