import { afterEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import {
  eventsOfApprovedCase,
  eventsOfProduction,
  openTestReadModels,
  type TestReadModels,
} from '../testing/test-read-models.ts';

const opened: TestReadModels[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const id = 'C2K7QM';
async function givenStory(
  stories: typeof eventsOfApprovedCase,
  ...more: DirectoryEvent[]
): Promise<TestReadModels> {
  const all = await openTestReadModels(...more);
  opened.push(all);
  for (const [by, event] of stories) await all.say(id, by, event);
  return all;
}

const all = { page: 1, size: 100 };
const typesOf = ({ models, as }: TestReadModels, who: string, kind: 'case' | 'system' = 'case') =>
  models.messages(as(who), { ...all, kind }).items.map(m => m.type);

describe('messages', () => {
  it('go to the audience of the table, newest first, without the person who acted', async () => {
    const given1 = await givenStory([...eventsOfApprovedCase, ...eventsOfProduction]);
    expect(typesOf(given1, 'doctor')).toEqual([
      ...['BatchShipped', 'ProductionScheduled', 'PlanExpertReviewed', 'InfoRequested', 'CaseAccepted'],
    ]);
    // The assistant answered, so only the assistant gets no message.
    expect(typesOf(given1, 'assistant')).toEqual(typesOf(given1, 'doctor'));
    expect(typesOf(given1, 'technician')).toEqual([
      ...['PlanDoctorReviewed', 'PlanExpertReviewed', 'InfoAnswered', 'CaseAllocated'],
    ]);
    expect(typesOf(given1, 'supervisor')).toEqual(['ModelsPrepared', 'CaseSubmitted']);
    expect(typesOf(given1, 'service')).toEqual(['CaseSubmitted']);
    expect(typesOf(given1, 'expert')).toEqual(['PlanSubmitted']);
    expect(typesOf(given1, 'vendor')).toEqual(['ShipmentLost', 'PlanDoctorReviewed']);
    for (const stranger of ['doctor2', 'other', 'otherSupervisor', 'analyst'])
      expect(typesOf(given1, stranger), stranger).toEqual([]);
  });

  it('do not notify a person of an own act that the system records', async () => {
    const ends = (endedBy?: string) =>
      [
        'system',
        { type: 'RefinementEnded', data: { to: Status.AllSent, childId: 'CHLD22', how: 'deleted', endedBy } },
      ] as never;
    const given1 = await givenStory([...eventsOfApprovedCase, ends('doctor'), ends('assistant'), ends()]);
    const heard = (who: string) => typesOf(given1, who).filter(type => type === 'RefinementEnded').length;
    expect([heard('doctor'), heard('assistant')]).toEqual([2, 2]);
  });

  it('are grouped by case if asked, and pages then count cases', async () => {
    const given1 = await givenStory(eventsOfApprovedCase);
    for (const [by, event] of eventsOfApprovedCase) await given1.say('C2K7QN', by, event);
    await given1.say('C2K7QM', ...(eventsOfProduction[0] ?? ([] as never)));
    const grouped = (page: number, size: number, more = {}) =>
      given1.models.messages(given1.as('doctor'), { page, size, grouped: true, kind: 'case', ...more });
    const casesOf = (listed: ReturnType<typeof grouped>) => listed.items.map(m => m.caseId);
    const whole = casesOf(grouped(1, 10));
    expect(whole.length).toBe(typesOf(given1, 'doctor').length);
    expect([...new Set(whole)]).toEqual(whole.filter((id, i) => id !== whole[i - 1]));
    expect(grouped(1, 10).total).toBe(2);
    const pages = [1, 2].map(page => casesOf(grouped(page, 1)));
    expect(pages.map(page => new Set(page).size)).toEqual([1, 1]);
    expect(pages.flat()).toEqual(whole);
    expect(grouped(1, 10, { unread: true }).unread).toBe(
      given1.models.messages(given1.as('doctor'), all).unread,
    );
  });

  it('come from the system when an account is created', async () => {
    const { models, as } = await givenStory([]);
    const { items, total, unread } = models.messages(as('doctor'), all);
    expect({ total, unread }).toEqual({ total: 1, unread: 1 });
    expect(items[0]).toMatchObject({ kind: 'system', type: 'PersonAdded', caseId: null, patientName: '' });
  });

  it('ask a doctor to share an assistant', async () => {
    const offer: DirectoryEvent = {
      type: 'AssistantOffered',
      data: { personId: 'assistant', doctorId: 'doctor2' },
    };
    const { models, as } = await givenStory([], offer);
    expect(models.messages(as('doctor2'), all).items[0]).toMatchObject({
      kind: 'system',
      type: 'AssistantOffered',
    });
    for (const other of ['doctor', 'assistant'] as const)
      expect(models.messages(as(other), all).items.map(m => m.type)).toEqual(['PersonAdded']);
  });

  it('reach an assistant for the doctor served now, and no longer for the former one', async () => {
    const changed: DirectoryEvent = {
      type: 'PersonChanged',
      data: { personId: 'assistant', serves: ['doctor2'] },
      personal: {},
    };
    expect(typesOf(await givenStory(eventsOfApprovedCase, changed), 'assistant')).toEqual([]);
    const back: DirectoryEvent = {
      ...changed,
      data: { personId: 'assistant', serves: ['doctor2', 'doctor'] },
    };
    const again = await givenStory(eventsOfApprovedCase, changed, back);
    expect(typesOf(again, 'assistant')).toEqual(['InfoRequested', 'CaseAccepted']);
    expect(again.models.directory().people.get('assistant')?.serves).toEqual(['doctor2', 'doctor']);
  });

  it('are marked as read one by one, only by their recipient', async () => {
    const { models, as, append } = await givenStory(eventsOfApprovedCase);
    const [first, second] = models.messages(as('doctor'), all).items;
    const read = (person: string) => ({
      type: 'MessagesRead',
      data: { personId: person, messageIds: [first?.id ?? '', 'nothing'] },
    });
    await append('inbox-doctor2', 'doctor2', read('doctor2'));
    expect(models.unread('doctor')).toBe(3);
    await append('inbox-doctor', 'doctor', read('doctor'));
    expect(models.messages(as('doctor'), all).items.map(m => m.read)).toEqual([true, false, false]);
    const unread = models.messages(as('doctor'), { ...all, unread: true });
    expect(unread).toMatchObject({ total: 2, unread: 2, items: [{ id: second?.id }, {}] });
  });

  it('are marked as read all at once, up to a time', async () => {
    const { models, as, append, say } = await givenStory(eventsOfApprovedCase);
    const upTo = models.messages(as('doctor'), all).items[1]?.at ?? '';
    await append('inbox-doctor', 'doctor', { type: 'AllMessagesRead', data: { personId: 'doctor', upTo } });
    expect(models.messages(as('doctor'), all).items.map(m => m.read)).toEqual([false, true, true]);
    expect(models.unread('doctor')).toBe(1);
    // An earlier time does not mark anything as unread.
    await append('inbox-doctor', 'doctor', {
      type: 'AllMessagesRead',
      data: { personId: 'doctor', upTo: '2020' },
    });
    expect(models.unread('doctor')).toBe(1);
    await say(id, 'supervisor', { type: 'CaseSuspended', data: { to: Status.Suspended } });
    expect(models.messages(as('doctor'), { ...all, unread: true }).items.map(m => m.type)).toEqual([
      ...['CaseSuspended', 'InfoRequested'],
    ]);
  });

  it('get a new position when their patient is renamed, so that a client resumes them', async () => {
    const denied = {
      type: 'CaseDenied',
      data: { to: Status.SupervisorRejected },
      personal: { note: '请补充' },
    } as const;
    const { models, as, say } = await givenStory([...eventsOfApprovedCase, ['supervisor', denied]]);
    const before = models.messages(as('doctor'), { ...all, kind: 'case' }).items;
    const position = models.position();
    await say(id, 'doctor', {
      type: 'SectionSaved',
      data: { to: Status.SupervisorRejected, section: 'patient', fields: ['name'] },
      personal: { value: { patient: { name: '张维' } } },
    });
    const after = models.messages(as('doctor'), { ...all, kind: 'case' }).items;
    expect(after.map(m => m.patientName)).toEqual(before.map(() => '张维'));
    for (const [i, message] of after.entries()) expect(message.position).not.toBe(before[i]?.position);
    const since = models.changedSince(as('doctor'), position).changes.filter(c => c.view === 'messages');
    expect(since.map(c => c.row)).toEqual(expect.arrayContaining(after));
    expect(since).toHaveLength(after.length);
  });

  it('name the patient only while the recipient sees the case, masked while names are hidden', async () => {
    const { models, as, say } = await givenStory([...eventsOfApprovedCase, ...eventsOfProduction]);
    const nameFor = (who: string, hidden = false) =>
      models.messages(as(who, hidden), { ...all, kind: 'case' }).items[0]?.patientName;
    expect([nameFor('technician'), nameFor('technician', true)]).toEqual(['张伟', '张**']);
    await say(id, 'supervisor', {
      type: 'CaseReassigned',
      data: { to: Status.PlanUnderDesign, assigneeId: 'technician2' },
      personal: { note: '休假' },
    });
    expect(nameFor('technician')).toBe('');
    expect(models.messages(as('technician2'), { ...all, kind: 'case' }).items[0]).toMatchObject({
      type: 'CaseReassigned',
      facts: { assignee: '林师傅' },
      patientName: '张伟',
    });
  });
});
