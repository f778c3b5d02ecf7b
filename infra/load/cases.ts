/** What a doctor's list begins the day with: the pasts of the tests, said of other people. */
import { Status } from '#events/case/status.ts';
import { caseStream } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { type Past, pastAt, caseId as pastCase, playSteps } from '#events/testing/past.ts';
import { doctor, expert, supervisor, technician, vendor } from '#events/testing/people.ts';
import { caseIdOf } from '#projections/testing/copied-walk.ts';
import { type Member, membersOf, teamSize } from './teams.ts';

/** Each of them goes round: from where it stands it can be brought back by those who have it in hand. */
const pasts: readonly Past[] = [
  // Plaster models are waited for; refused, put right and accepted again.
  pastAt[Status.ModelProcessing].slice(0, -1),
  pastAt[Status.ModelProcessing],
  // A plan is handed in, looked at by the expert, then by the doctor, who wants another.
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
export const casesOfDoctor = pasts.length;

export type Filled = { stream: string; events: NewEvent[] };

const text = (past: Past) => JSON.stringify(past);

/** Others in the places of the tests' people. */
function recast(past: Past, caseId: string, orgId: string, cast: ReadonlyMap<string, string>): Filled {
  const said = text(past)
    .replaceAll(`"${pastCase}"`, `"${caseId}"`)
    .replace(/"(orgId|servedBy)":"[^"]*"/g, `"$1":"${orgId}"`)
    // A name that bytes may have: none lie there, which is an answer to whoever looks for them.
    .replace(/"sha256":"[^"]*"/g, `"sha256":"${'a'.repeat(64)}"`)
    .replace(/"p-[a-z]+"/g, id => `"${cast.get(id.slice(1, -1)) ?? id.slice(1, -1)}"`);
  // The boundary: what was a past is one again.
  const events = (JSON.parse(said) as (NewEvent & { revision: number })[]).map(
    ({ revision: _revision, ...event }): NewEvent => ({
      ...event,
      id: crypto.randomUUID(),
      v: 1,
      // One key for a team's cases: this prepares a day, it does not measure making keys.
      ...(event.personal === undefined ? {} : { subject: orgId }),
    }),
  );
  return { stream: caseStream(caseId), events };
}

/** The cases of the doctors among these people, whose teams are whole. */
export function* casesFor(members: readonly Member[]): Generator<Filled> {
  let n = 0;
  for (const owner of members.filter(m => m.position === 'Doctor')) {
    const team = membersOf((owner.team + 1) * teamSize).filter(m => m.team === owner.team);
    const first = (position: Member['position']) => team.find(m => m.position === position)?.id ?? '';
    const technicians = team.filter(m => m.position === 'Technician');
    for (const past of pasts) {
      const cast = new Map([
        [doctor.id, owner.id],
        [technician.id, technicians[n % technicians.length]?.id ?? ''],
        [expert.id, first('Specialist')],
        [supervisor.id, first('SuperMechanic')],
        [vendor.id, first('VendorAdmin')],
      ]);
      yield recast(past, caseIdOf(n++), owner.orgId, cast);
    }
  }
}
