/** Initial cases of each doctor in a load test: histories from the tests, with other users. */
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { type CasePast, pastAt, caseId as pastCase, playSteps } from '#events/testing/past.ts';
import { doctor, expert, supervisor, technician, vendor } from '#events/testing/people.ts';
import { nthCaseId } from '#projections/testing/copied-walk.ts';
import { createMembers, type TeamMember, teamSize } from './teams.ts';

/**
 * Each history ends in a state that can be repeated: its users can bring the case back there again and again.
 */
const pasts: readonly CasePast[] = [
  // Plaster models are awaited; refused, corrected and accepted again.
  pastAt[Status.ModelProcessing].slice(0, -1),
  pastAt[Status.ModelProcessing],
  // A plan is submitted, reviewed by the expert, then by the doctor, who asks for another.
  pastAt[Status.PlanUnderDesign],
  pastAt[Status.PlanAwaitingDoctor],
  // A batch is made and fails.
  pastAt[Status.PrepareProduction],
  playSteps(pastAt[Status.AwaitingNextBatch], [
    doctor,
    'recordWear',
    { start: '2026-03-01', stage: 1, days: 7 },
  ]),
];
export const casesPerDoctor = pasts.length;

export type CaseHistory = { stream: string; events: NewEvent[] };

const text = (past: CasePast) => JSON.stringify(past);

/** Replaces the tests' users, case and organisation in a history. */
function recast(
  past: CasePast,
  caseId: string,
  orgId: string,
  cast: ReadonlyMap<string, string>,
): CaseHistory {
  const said = text(past)
    .replaceAll(`"${pastCase}"`, `"${caseId}"`)
    .replace(/"(orgId|servedBy)":"[^"]*"/g, `"$1":"${orgId}"`)
    // A valid hash without stored bytes: downloads get a clear answer.
    .replace(/"sha256":"[^"]*"/g, `"sha256":"${'a'.repeat(64)}"`)
    .replace(/"p-[a-z]+"/g, id => `"${cast.get(id.slice(1, -1)) ?? id.slice(1, -1)}"`);
  // Cast: the text is a serialised history.
  const events = (JSON.parse(said) as (NewEvent & { revision: number })[]).map(
    ({ revision: _revision, ...event }): NewEvent => ({
      ...event,
      id: crypto.randomUUID(),
      // One key for all cases of a team, because creating keys is not part of the measurement.
      ...(event.personal === undefined ? {} : { subject: orgId }),
    }),
  );
  return { stream: caseStreamOf(caseId), events };
}

/** Cases of the doctors among these members, with users of each doctor's whole team. */
export function* createCases(members: readonly TeamMember[]): Generator<CaseHistory> {
  let n = 0;
  for (const owner of members.filter(m => m.position === 'Doctor')) {
    const team = createMembers((owner.team + 1) * teamSize).filter(m => m.team === owner.team);
    const first = (position: TeamMember['position']) => team.find(m => m.position === position)?.id ?? '';
    const technicians = team.filter(m => m.position === 'Technician');
    for (const past of pasts) {
      const cast = new Map([
        [doctor.id, owner.id],
        [technician.id, technicians[n % technicians.length]?.id ?? ''],
        [expert.id, first('Specialist')],
        [supervisor.id, first('SuperMechanic')],
        [vendor.id, first('VendorAdmin')],
      ]);
      yield recast(past, nthCaseId(n++), owner.orgId, cast);
    }
  }
}
