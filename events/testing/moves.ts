/** Made-up moves for tests and benchmarks of the track: cases walk through statuses at irregular times. */
import type { AssigneeChange, StatusMove } from '../analysis/track.ts';
import { GONE } from '../analysis/track.ts';
import { Status } from '../case/status.ts';
import { createRandom, type Random } from '../script/random.ts';

/** The ordinary order of statuses, with the possible returns. */
const next: Readonly<Record<number, readonly number[]>> = {
  [Status.ClinicalInfoIncomplete]: [Status.TreatmentPlanIncomplete],
  [Status.TreatmentPlanIncomplete]: [Status.PhotosIncomplete],
  [Status.PhotosIncomplete]: [Status.ModelsToProvide],
  [Status.ModelsToProvide]: [Status.ToSubmit, Status.ToSubmit, Status.ToSubmit, GONE],
  [Status.ToSubmit]: [Status.ToAccept],
  [Status.ToAccept]: [Status.CaseProcessing, Status.CaseProcessing, Status.SupervisorRejected],
  [Status.SupervisorRejected]: [Status.ToAccept, Status.ToAccept, GONE],
  [Status.CaseProcessing]: [Status.ToDistribute],
  [Status.ToDistribute]: [Status.PlanUnderDesign],
  [Status.PlanUnderDesign]: [Status.PlanAwaitingExpert],
  [Status.PlanAwaitingExpert]: [Status.PlanAwaitingDoctor, Status.PlanAwaitingDoctor, Status.ExpertRejected],
  [Status.ExpertRejected]: [Status.PlanAwaitingExpert],
  [Status.PlanAwaitingDoctor]: [Status.PrepareProduction, Status.DoctorRejected],
  [Status.DoctorRejected]: [Status.PlanAwaitingExpert],
  [Status.PrepareProduction]: [Status.InProduction],
  [Status.InProduction]: [Status.Shipping],
  [Status.Shipping]: [Status.AwaitingNextBatch, Status.AllSent],
  [Status.AwaitingNextBatch]: [Status.InProduction],
  [Status.AllSent]: [Status.Completed],
  [Status.Completed]: [Status.Completed],
};

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const caseIdOf = (random: Random) => Array.from({ length: 6 }, () => random.pick([...ALPHABET])).join('');

export type MadeMoves = { moves: StatusMove[]; assignments: AssigneeChange[] };

type MoveSettings = {
  seed: number;
  cases: number;
  /** Range in ms. */
  from: number;
  to: number;
  people?: number;
};

/** Returns the moves of some cases, which begin spread over the range, in the order of the log. */
export function makeMoves({ seed, cases, from, to, people = 60 }: MoveSettings): MadeMoves {
  const random = createRandom(seed);
  const moves: StatusMove[] = [];
  const assignments: AssigneeChange[] = [];
  for (let i = 0; i < cases; i++) {
    const caseId = caseIdOf(random);
    let at = from + random.below(to - from);
    let status: number = Status.ClinicalInfoIncomplete;
    while (at < to) {
      moves.push({ at, position: 0n, caseId, to: status });
      if (status === Status.PlanUnderDesign)
        assignments.push({
          at,
          position: 0n,
          caseId,
          person: `u${String(random.below(people)).padStart(10, '0')}`,
        });
      const following = random.pick(next[status] ?? [GONE]);
      if (status === GONE || following === status) break;
      status = following;
      // Most stays are short and some are long: the median is a day, the longest two weeks.
      at += Math.ceil(14 * 86_400_000 * random.next() ** 4);
    }
  }
  moves.sort((a, b) => a.at - b.at);
  assignments.sort((a, b) => a.at - b.at);
  let position = 0;
  for (const one of [...moves, ...assignments].sort((a, b) => a.at - b.at)) {
    position += 1 + random.below(4);
    one.position = BigInt(position);
  }
  return { moves, assignments };
}
