import { describe, expect, it } from 'vitest';
import { actionsEverAllowed } from '../case/permissions.ts';
import { actionNames } from '../case/rules.ts';
import { assertUniqueAccount, findByAccount } from './account-identity.ts';
import { type Directory, emptyDirectory, evolveDirectory } from './directory.ts';
import { type DirectoryEvent, directoryEvents } from './events.ts';
import { viewerOf } from './person-viewer.ts';
import { menuRights, positions } from './position.ts';

const added = (
  personId: string,
  who: Partial<{ userName: string; name: string; phone: string | null; email: string | null }>,
): DirectoryEvent => ({
  type: 'PersonAdded',
  data: { personId, orgId: 'clinic', position: 'Doctor', serves: [], trialUntil: null },
  personal: { userName: personId, name: 'Wei Li', phone: null, email: null, ...who },
});
const fold = (...events: DirectoryEvent[]): Directory =>
  events.reduce((d, e, i) => evolveDirectory(d, { ...e, revision: i }), emptyDirectory);

const li = added('li', { userName: 'Li.Wei', phone: '13800000001', email: 'li@example.org' });
const frozenLi: DirectoryEvent = { type: 'PersonFrozen', data: { personId: 'li' } };
const directory = fold(li, added('wang', { userName: 'wang', phone: '13800000002' }));

describe('the directory', () => {
  it('finds people by login, phone or e-mail, case-insensitively', () => {
    for (const account of ['li.wei', 'LI.WEI', '13800000001', 'LI@EXAMPLE.ORG'])
      expect(findByAccount(directory, account)?.id).toBe('li');
    for (const account of ['', 'nobody', '1380000000'])
      expect(findByAccount(directory, account)).toBeUndefined();
  });
  it('refuses a login, phone or e-mail of another person', () => {
    const clash = (who: Parameters<typeof assertUniqueAccount>[1], self?: string) => () =>
      assertUniqueAccount(directory, who, self);
    expect(clash({ userName: 'LI.wei' })).toThrow('userExists');
    expect(clash({ phone: '13800000001' })).toThrow('phoneTaken');
    expect(clash({ email: 'Li@example.org' })).toThrow('userExists');
    expect(clash({ userName: 'lі.wеi' })).toThrow('userExists');
    expect(clash({ userName: 'li.wei', phone: '13800000001' }, 'li')).not.toThrow();
    expect(clash({ userName: 'new', phone: '13800000009', email: null })).not.toThrow();
  });
  it('refuses a new login that looks like a phone or an e-mail, and keeps an older one', () => {
    const older = fold(added('li', { userName: '13900000007' }));
    const taking = (userName: string, self?: string) => () => assertUniqueAccount(older, { userName }, self);
    for (const userName of ['13800000002', '138-0000-0002', 'wang@example.org', '13900000007'])
      expect(taking(userName)).toThrow('badInput');
    expect(taking('13900000007', 'li')).not.toThrow();
    expect(taking('13900000008', 'li')).toThrow('badInput');
    for (const userName of ['wang2', '王2', 'w13800000002']) expect(taking(userName)).not.toThrow();
  });
  it('updates a person with each change, and ignores repeated events', () => {
    const change: DirectoryEvent = {
      type: 'PersonChanged',
      data: { personId: 'li', serves: ['wang'] },
      personal: { phone: '139' },
    };
    const after = evolveDirectory(directory, { ...change, revision: 2 });
    expect(after.people.get('li')).toMatchObject({ phone: '139', serves: ['wang'], userName: 'Li.Wei' });
    expect(evolveDirectory(after, { ...li, revision: 0 })).toBe(after);
    expect(directory.people.get('li')?.phone).toBe('13800000001');
  });
  it('freezes and unfreezes people, and ignores unknown people', () => {
    const frozen = fold(li, { type: 'PersonFrozen', data: { personId: 'li' } });
    expect(frozen.people.get('li')?.frozen).toBe(true);
    expect(
      fold(
        li,
        { type: 'PersonFrozen', data: { personId: 'li' } },
        { type: 'PersonUnfrozen', data: { personId: 'li' } },
      ).people.get('li')?.frozen,
    ).toBe(false);
    expect(fold({ type: 'PersonFrozen', data: { personId: 'ghost' } }).people.size).toBe(0);
  });
  it('does not find an erased person, whose login, phone and e-mail are free again', () => {
    const { erased } = directoryEvents.PersonAdded;
    const gone = fold({ ...li, personal: erased } as DirectoryEvent);
    expect(findByAccount(gone, '')).toBeUndefined();
    expect(() => assertUniqueAccount(gone, { userName: '', phone: '', email: '' })).not.toThrow();
  });
  it('keeps only the name of a removed person, whose login, phone and e-mail are free again', () => {
    const removal: DirectoryEvent = { type: 'PersonRemoved', data: { personId: 'li' } };
    const gone = fold(li, removal, { type: 'PersonUnfrozen', data: { personId: 'li' } });
    expect(gone.people.get('li')).toMatchObject({ name: 'Wei Li', removed: true, frozen: true, serves: [] });
    for (const account of ['li.wei', '13800000001', 'li@example.org'])
      expect(findByAccount(gone, account)).toBeUndefined();
    expect(() => assertUniqueAccount(gone, { userName: 'li.wei', phone: '13800000001' })).not.toThrow();
    expect(fold(removal).people.size).toBe(0);
  });
  it('keeps the doctors who are asked to share an assistant until they are served or the offer ends', () => {
    const offer = (type: 'AssistantOffered' | 'AssistantOfferEnded', doctorId: string): DirectoryEvent => ({
      type,
      data: { personId: 'li', doctorId },
    });
    const asked = [li, offer('AssistantOffered', 'wang'), offer('AssistantOffered', 'zhao')];
    const offers = (...later: DirectoryEvent[]) => fold(...asked, ...later).people.get('li')?.offers;
    expect(offers()).toEqual(['wang', 'zhao']);
    expect(offers(offer('AssistantOffered', 'wang'))).toEqual(['zhao', 'wang']);
    expect(offers(offer('AssistantOfferEnded', 'wang'))).toEqual(['zhao']);
    const agreed = { personId: 'li', serves: ['sun', 'zhao'] };
    expect(offers({ type: 'PersonChanged', data: agreed, personal: {} })).toEqual(['wang']);
    expect(
      offers({ type: 'PersonChanged', data: { personId: 'li' }, personal: { name: 'Li' } }),
    ).toHaveLength(2);
    expect(offers({ type: 'PersonRemoved', data: { personId: 'li' } })).toEqual([]);
  });
  it('remembers who froze an account until it is unfrozen', () => {
    const frozen = evolveDirectory(directory, { ...frozenLi, by: 'admin', revision: 2 });
    expect(frozen.people.get('li')?.frozenBy).toBe('admin');
    const again = evolveDirectory(frozen, { type: 'PersonUnfrozen', data: { personId: 'li' }, revision: 3 });
    expect(again.people.get('li')?.frozenBy).toBeNull();
  });
  it('exposes only id, position, organisation and served people to the rules', () => {
    const person = directory.people.get('li');
    expect(person && viewerOf(person, 0)).toEqual({
      id: 'li',
      position: 'Doctor',
      orgId: 'clinic',
      serves: [],
    });
  });
});

describe('button rights', () => {
  const viewer = (position: (typeof positions)[number], orgId = 'main') => ({
    id: 'x',
    position,
    orgId,
    serves: [],
  });
  it('of the menu follow from position and organisation', () => {
    expect(menuRights(viewer('Doctor'))).toEqual(['PreferenceSet']);
    expect(menuRights(viewer('Designer', 'ediy'))).toEqual(['PreferenceSet', 'diyDesignBtn']);
    expect(menuRights(viewer('Technician', 'ediy'))).toEqual(['diyDesignBtn']);
    for (const p of ['Admin', 'SuperMechanic', 'Service'] as const)
      expect(menuRights(viewer(p))).toEqual(['backstageManage']);
    for (const p of ['Assistant', 'Technician', 'Specialist', 'VendorAdmin', 'Analyst'] as const)
      expect(menuRights(viewer(p))).toEqual([]);
  });
  it('of actions list every action that a position can ever perform', () => {
    expect(actionsEverAllowed('Analyst')).toEqual([]);
    expect(actionsEverAllowed('Admin')).toEqual(['archive', 'unarchive']);
    const talk = ['commentPlan', 'replyComment', 'resolveComment', 'reopenComment'];
    expect(actionsEverAllowed('Assistant')).toEqual([
      ...['edit', 'answer', 'confirmReceipt', 'reportLost'],
      ...[...talk, 'requestChange', 'withdrawChange'],
      ...['setDelivery', 'orderTray', 'receiveTray'],
      ...['recordWear', 'holdWear', 'resumeWear', 'extendWear', 'changeAligner', 'settleMissed', 'checkWear'],
      'receiveRetainer',
      ...['recordProcess', 'removeProcess', 'recordVisit', 'removeVisit', 'remark', 'addOther'],
    ]);
    expect(actionsEverAllowed('VendorAdmin')).toEqual([
      'scheduleProduction',
      'returnToDesign',
      'ship',
      'batchFailed',
      'reportLost',
      'nextBatch',
      'finishBatch',
      'correctParcel',
      'shipTray',
      'produceRetainer',
      'deliverRetainer',
    ]);
    expect(actionsEverAllowed('Doctor')).not.toContain('getCase');
    expect(actionsEverAllowed('Designer')).toContain('getCase');
    const byAnyone = new Set(positions.flatMap(actionsEverAllowed));
    expect(actionNames.filter(a => !byAnyone.has(a))).toEqual([
      'modelsPrepared',
      'modelsRefused',
      'refinementEnded',
      'requestsMeasured',
      'missAligner',
      'takeBackMissed',
    ]);
  });
});
