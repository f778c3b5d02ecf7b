/**
 * Hands over cases permanently. One event of the directory decides, and then each case records its new owner. The
 * commands of the cases derive from that event, so they run only once: right away, or by the follower after a crash.
 */
import type { Recorded } from '#events/envelope.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { type HandOverInput, handOverCases } from '#events/person/handover.ts';
import { recordOf } from '#events/streams.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { CaseCommands } from '../command/case-commands.ts';
import { effectIdOf, eventIdOf } from '../command/command-ids.ts';
import { type AccountCommand, type AccountResult, isFirstCommandRun } from './accounts.ts';
import type { PeopleDirectory } from './people-directory.ts';

type ApplyDeps = {
  models: Pick<ReadModels, 'ownedCases' | 'state' | 'reached'>;
  perform: Pick<CaseCommands, 'handOver'>;
};
export type HandOverDeps = ApplyDeps & { people: PeopleDirectory };

type HandedOver = {
  /** Id of the directory's event. */
  id: string;
  by: string;
  from: string;
  to: string;
  caseIds: readonly string[] | null;
  note: string;
};

/** Records the new owner in each case. Idempotent. @returns the position of the last change, if there is one */
async function apply({ models, perform }: ApplyDeps, { id, caseIds, ...given }: HandedOver) {
  let position: bigint | undefined;
  for (const caseId of caseIds ?? models.ownedCases(given.from)) {
    const done = await perform.handOver({ ...given, caseId, commandId: effectIdOf(id, caseId), cause: id });
    if (done.appended) position = done.position;
  }
  return position;
}

/** Maximum wait for the rows of cases that were created before the event, in ms. */
const ownedMs = 30_000;

/** Returns a predicate: whether the person owns a case now. */
export const createOwnerCheck =
  (models: Pick<ReadModels, 'state'>, personId: string) =>
  (caseId: string): boolean => {
    const state = models.state(caseId);
    return state?.ownerId === personId && !state.deleted;
  };

/**
 * Returns the cases that a person owned at a time and still owns. Handing over all cases does not include cases that
 * were created or taken over later.
 */
function ownedAt({ models }: ApplyDeps, personId: string, at: string): string[] {
  return models.ownedCases(personId).filter(caseId => {
    const state = models.state(caseId);
    return state !== undefined && (state.formerOwners.at(-1)?.until ?? state.createdAt) <= at;
  });
}

/** Records the new owner in the cases of a recorded event. @throws Error if the rows of the cases are behind */
export async function applyHandOver(deps: ApplyDeps, event: Recorded): Promise<void> {
  const e = recordOf('directory', event);
  if (e.type !== 'CasesHandedOver') return;
  const { ownerId: from, personId: to } = e.data;
  if (!(await deps.models.reached(event.position, ownedMs))) throw new Error('the read models are behind');
  const caseIds = e.data.caseIds ?? ownedAt(deps, from, event.at);
  await apply(deps, { id: event.id, by: event.by, from, to, caseIds, note: e.personal.note });
}

/** Maximum wait for the rows of the cases, in ms, so that the page that asked then reads the new state. */
const shownMs = 5_000;

/**
 * Gives cases of a doctor to a colleague.
 * @param doctorOf finds the doctor and checks who may ask
 * @param form reads the form, after the rights are checked
 * @throws Refusal of `doctorOf` and `form`; badInput
 */
export async function handOverCasesTo(
  deps: HandOverDeps,
  order: AccountCommand,
  doctorOf: (d: Directory) => Person,
  form: () => HandOverInput,
): Promise<AccountResult> {
  const { models, people } = deps;
  let asked: Omit<HandedOver, 'id' | 'by'> | undefined;
  const decide = (d: Directory) => {
    const doctor = doctorOf(d);
    const events = handOverCases(d, doctor, form(), createOwnerCheck(models, doctor.id));
    for (const { type, data, personal } of events)
      if (type === 'CasesHandedOver')
        asked = { from: data.ownerId, to: data.personId, caseIds: data.caseIds, note: personal.note };
    return events;
  };
  const done = await people.change({ ...order, decide });
  if (!asked || !isFirstCommandRun(done)) return done;
  const last = await apply(deps, { ...asked, id: eventIdOf(order.commandId, 0), by: order.by });
  if (last !== undefined) await models.reached(last, shownMs);
  return done;
}
