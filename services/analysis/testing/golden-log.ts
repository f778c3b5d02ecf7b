/**
 * Twelve cases of June 2026, made up by hand: short enough to count every report on paper. A line is a day of June (UTC, with
 * its part), the case, the event, its status, and what else it says.
 */
import { type CaseEvent, caseStreamOf } from '#events/case/stream.ts';
import type { Json, Recorded } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';

const lines = `
A goes straight through.
 0.50 A CaseCreated 0
 1.00 A CaseSubmitted 10
 2.00 A CaseAccepted 12
 3.00 A ModelsPrepared 21
 4.00 A CaseAllocated 13 assigneeId=tech1
 6.00 A PlanSubmitted 14 version=1
 7.00 A PlanExpertReviewed 15 version=1 result=approved
10.00 A PlanDoctorReviewed 16 version=1 result=approved
11.00 A ProductionScheduled 17 batch=1
13.00 A BatchShipped 23 batch=1 shipment=1
15.00 A ReceiptConfirmed 30 shipment=1
15.50 A WearRecorded start=2026-06-15 stage=1 days=4
19.50 A AlignerChanged stage=2 on=2026-06-19
20.50 A WearHeld from=2026-06-20 until=2026-06-22
25.50 A AlignerChanged stage=3 on=2026-06-25
28.50 A AlignerChanged stage=4 on=2026-06-28
29.00 A CaseCompleted 24 outcome=1
B is refused by the doctor once.
 0.50 B CaseCreated 0
 1.00 B CaseSubmitted 10
 2.00 B CaseAccepted 12
 3.00 B ModelsPrepared 21
 4.00 B CaseAllocated 13 assigneeId=tech1
 6.00 B PlanSubmitted 14 version=1
 7.00 B PlanExpertReviewed 15 version=1 result=approved
 8.00 B ChangeRequested version=1 request=1 change=movement.rotation.13
 8.00 B ChangeRequested version=1 request=2 change=ipr.12-11
 9.00 B PlanDoctorReviewed 18 version=1 result=refused reasons=staging
12.00 B PlanSubmitted 14 version=2
12.00 B RequestsMeasured version=2 measured=1.met,2.not
13.00 B PlanExpertReviewed 15 version=2 result=approved
14.00 B PlanDoctorReviewed 16 version=2 result=approved
C is suspended for three days.
 1.50 C CaseCreated 0
 2.00 C CaseSubmitted 10
 3.00 C CaseAccepted 12
 5.00 C CaseSuspended 33
 8.00 C CaseContinued 12
 9.00 C ModelsPrepared 21
D is refined by E.
 0.50 D CaseCreated 0
 1.00 D CaseSubmitted 10
 2.00 D CaseAccepted 12
 3.00 D ModelsPrepared 21
 4.00 D CaseAllocated 13 assigneeId=tech2
 5.00 D PlanSubmitted 14 version=1
 6.00 D PlanExpertReviewed 15 version=1 result=approved
 6.25 D ChangeRequested version=1 request=1 change=movement.rotation.13
 6.50 D ChangeWithdrawn request=1
 7.00 D PlanDoctorReviewed 16 version=1 result=approved
 8.00 D ProductionScheduled 17 batch=1
 9.00 D BatchShipped 23 batch=1 shipment=1
10.00 D ReceiptConfirmed 25 shipment=1
20.00 D RefinementOpened 26 childId=E reasons=movement
20.50 E CaseCreated 0 parentId=D
21.00 E CaseSubmitted 10
F loses a shipment and gets another.
 0.50 F CaseCreated 0
 1.00 F CaseSubmitted 10
 2.00 F CaseAccepted 12
 3.00 F ModelsPrepared 21
 4.00 F CaseAllocated 13 assigneeId=tech2 by=system
 6.00 F PlanSubmitted 14 version=1
 8.00 F PlanExpertReviewed 15 version=1 result=approved
 9.00 F PlanDoctorReviewed 16 version=1 result=approved
10.00 F ProductionScheduled 17 batch=1
11.00 F BatchShipped 23 batch=1 shipment=1
14.00 F ShipmentLost 16 shipment=1
15.00 F ProductionScheduled 17 batch=2
16.00 F BatchShipped 23 batch=2 shipment=2
18.00 F ReceiptConfirmed 30 shipment=2
18.50 F WearRecorded start=2026-06-18 stage=1 days=3
24.50 F AlignerChanged stage=2 on=2026-06-24
26.50 F WearExtended stage=2 days=2
28.75 F AlignerChanged stage=3 on=2026-06-28
G is a draft that is deleted.
 3.50 G CaseCreated 0
 4.00 G DraftDeleted
H is erased with its patient.
 1.50 H CaseCreated 0
 2.00 H CaseSubmitted 10
 3.00 H CaseAccepted 12
 4.00 H ModelsPrepared 21 by=system
 5.00 H CaseAllocated 13 assigneeId=tech1
 6.00 H PatientErased patient=P
I is accepted by a clock that runs three hours late: its stay at 10 lasts no time.
 5.25 I CaseCreated 0
 5.50 I CaseSubmitted 10
 5.50 I CaseAccepted 12 dated=5.375
 6.00 I ModelsPrepared 21
J is submitted by a clock of July: it counts with the next event, which is F's of day 8.
 7.50 J CaseCreated 0
 7.75 J CaseSubmitted 10 dated=40
K is sent back by the supervisor and submitted again.
 2.50 K CaseCreated 0
 3.00 K CaseSubmitted 10
 4.00 K CaseDenied 20 reasons=records
 6.00 K CaseSubmitted 10
 7.00 K CaseAccepted 12
L is taken back.
 3.50 L CaseCreated 0
 4.00 L CaseSubmitted 10
 5.00 L CaseWithdrawn 9
`;

const DAY_MS = 86_400_000;
/** Time in ms since 1970 of a day of June 2026; 1.00 is the start of 1 June. */
export const msOfJuneDay = (day: number): number => Date.UTC(2026, 5, 1) + (day - 1) * DAY_MS;

type Line = { day: number; caseId: string; type: string; to: number | undefined; said: [string, string][] };

function readLine(line: string): Line[] {
  const [day = '', caseId = '', type = '', ...rest] = line.trim().split(/\s+/);
  if (!/^\d+\.\d+$/.test(day)) return [];
  const to = rest.find(word => /^\d+$/.test(word));
  const said = rest.filter(word => word.includes('=')).map(word => word.split('=') as [string, string]);
  return [{ day: Number(day), caseId, type, to: to === undefined ? undefined : Number(to), said }];
}

/** `movement.rotation.13` or `ipr.12-11`. */
const changeOf = ([what = '', ...of]: readonly string[]): Json =>
  what === 'ipr' ? { what, contact: of[0] ?? '' } : { what, axis: of[0] ?? '', tooth: Number(of[1]) };

/** What a line says besides the event's data. */
const besideData = ['dated', 'by'];

const jsonOf = (name: string, value: string): Json => {
  if (name === 'reasons') return [value];
  if (name === 'change') return changeOf(value.split('.'));
  if (name === 'measured')
    return value.split(',').map(one => {
      const [request, verdict = ''] = one.split('.');
      return { request: Number(request), verdict };
    });
  return /^\d+$/.test(value) ? Number(value) : value;
};

function dataOf({ type, caseId, to, said }: Line): Json {
  const facts = { caseId, ownerId: 'doctor', orgId: 'clinic', servedBy: 'lab', parentId: null };
  return {
    ...(type === 'CaseCreated' && facts),
    ...(to !== undefined && { to }),
    ...Object.fromEntries(
      said.filter(([name]) => !besideData.includes(name)).map(([name, value]) => [name, jsonOf(name, value)]),
    ),
  };
}

/** The events in the order of their days. */
export function createGoldenLog(): Recorded<CaseEvent>[] {
  const revisions = new Map<string, number>();
  return lines
    .split('\n')
    .flatMap(readLine)
    .sort((a, b) => a.day - b.day)
    .map((line, i) => {
      const revision = revisions.get(line.caseId) ?? 0;
      revisions.set(line.caseId, revision + 1);
      const saidOf = (wanted: string) => line.said.find(([name]) => name === wanted)?.[1];
      const dated = saidOf('dated');
      const event = {
        id: `golden-${i}`,
        v: 1,
        stream: caseStreamOf(line.caseId),
        type: line.type,
        data: dataOf(line),
        by: saidOf('by') ?? (saidOf('assigneeId') ? 'supervisor' : 'doctor'),
        at: new Date(msOfJuneDay(Number(dated ?? line.day))).toISOString(),
        revision,
        position: toLogPosition(i + 1),
      };
      // Cast: the lines above are events of cases.
      return event as unknown as Recorded<CaseEvent>;
    });
}
