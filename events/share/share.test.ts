import { describe, expect, test } from 'vitest';
import type { CaseState } from '../case/case.ts';
import type { PermissionFacts } from '../case/permissions.ts';
import { Status } from '../case/status.ts';
import { isRefusal, Refusal } from '../errors.ts';
import { pastAt, stateOf } from '../testing/past.ts';
import {
  assistant,
  assistant2,
  doctor,
  doctor2,
  everybody,
  expert,
  strangers,
  technician,
} from '../testing/people.ts';
import { shareLimits } from './limits.ts';
import { audiencesFor, isTreatingCase, maySeeShareAddress, maySeeShares } from './rights.ts';
import { evolveShare, makeShare, revokeShare, type Share, shareStatusOf } from './share.ts';
import { posterStages, postersShownByLink, withoutPatientName } from './shared-bundle.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const day = 86_400_000;
const planned: CaseState = stateOf(pastAt[Status.PlanAwaitingDoctor]);
const ctx = { viewer: doctor, shareId: 's1', now, lang: 'zh-CN' as const, open: 0 };

function made(input: object, more: Partial<typeof ctx> = {}, state = planned): Share {
  const where = { by: (more.viewer ?? doctor).id, at: new Date(now).toISOString() };
  const share = makeShare(state, input, { ...ctx, ...more }).reduce<Share | undefined>(
    (before, e) => evolveShare(before, { ...e, ...where }),
    undefined,
  );
  if (!share) throw new Error('nothing was made');
  return share;
}

/** Returns the refusal's name and its issues. */
function refused(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
}

describe('permissions for share links', () => {
  const makers = (facts: PermissionFacts) =>
    everybody.flatMap(v => {
      const makes = audiencesFor(v, facts);
      return makes.length > 0 ? [`${v.id.slice(2)}: ${makes.join(' ')}`] : [];
    });

  test('let the treating people create links for anybody, staff for colleagues, others for nobody', () => {
    expect(makers(planned)).toEqual([
      'doctor: patient colleague model wear',
      'assistant: patient colleague model wear',
      'technician: colleague',
      'expert: colleague',
      'supervisor: colleague',
      'supervisor2: colleague',
      'service: colleague',
    ]);
    expect(strangers.filter(v => audiencesFor(v, planned).length > 0)).toEqual([]);
  });

  test('exclude deleted cases, and technicians not assigned to the case', () => {
    expect(makers({ ...planned, deleted: true })).toEqual([]);
    expect(audiencesFor(technician, { ...planned, assigneeId: 'p-technician2' })).toEqual([]);
  });

  test('let the treating people revoke any link, others only their own', () => {
    const by = (id: string) => everybody.filter(v => maySeeShareAddress(v, planned, id)).map(v => v.id);
    expect(by(doctor.id)).toEqual(['p-doctor', 'p-assistant']);
    expect(by(expert.id)).toEqual(['p-doctor', 'p-assistant', 'p-expert']);
    expect(by('p-analyst')).toEqual(['p-doctor', 'p-assistant']);
    expect(isTreatingCase(expert, planned)).toBe(false);
  });

  test('show the list of links to staff, not to the manufacturer, the analyst or strangers', () => {
    const blind = everybody.filter(v => !maySeeShares(v, planned)).map(v => v.id);
    expect(blind).toContain('p-vendor');
    expect(blind).toContain('p-analyst');
    expect(blind).toContain(doctor2.id);
    expect(blind).toContain(assistant2.id);
    expect(maySeeShares(expert, planned)).toBe(true);
    expect(strangers.some(v => maySeeShares(v, planned))).toBe(false);
  });
});

describe('creating a share link', () => {
  test('binds the link to one version’s hash, for seven days, with stages and without notes by default', () => {
    expect(made({ for: 'patient' })).toMatchObject({
      what: { kind: 'plan', list: 'plans', version: 1, bundle: planned.plans[0]?.bundle },
      scope: { stages: true, notes: false },
      lang: 'zh-CN',
      expiresAt: new Date(now + 7 * day).toISOString(),
      revoked: null,
    });
  });

  test('of a model binds the link to the file’s hash', () => {
    const file = planned.files.find(f => f.slot === 'upper');
    const share = made({ for: 'model', fileId: 'upper' });
    expect(share.what).toEqual({ kind: 'model', fileId: 'upper', sha256: file?.sha256 });
  });

  test.each([
    [{}, 'badInput, for required'],
    [{ for: 'everybody' }, 'badInput, for not-a-choice'],
    [{ for: 'patient', days: 0 }, 'badInput, days too-small'],
    [{ for: 'patient', days: 91 }, 'badInput, days too-big'],
    [{ for: 'patient', days: 1.5 }, 'badInput, days wrong-type'],
    [{ for: 'patient', notes: true }, 'badInput, notes notes-colleague'],
    [{ for: 'model', notes: true }, 'badInput, notes notes-colleague'],
    [{ for: 'patient', version: 2 }, 'badInput, version version-unknown'],
    [{ for: 'patient', list: 'targets' }, 'badInput, version version-unknown'],
    [{ for: 'model' }, 'badInput, fileId model-unknown'],
    [{ for: 'model', fileId: 'face-frontal' }, 'badInput, fileId model-unknown'],
    [{ for: 'patient', key: 'mine' }, 'badInput, key unknown-field'],
  ])('with %j is refused: %s', (input, why) => {
    expect(refused(() => makeShare(planned, input, ctx))).toBe(why);
  });

  test('checks the right to share, then the body, then the right to the audience', () => {
    const broken = new Refusal('tooLarge');
    expect(refused(() => makeShare(planned, broken, { ...ctx, viewer: doctor2 }))).toBe('notPermitted');
    expect(refused(() => makeShare(planned, broken, ctx))).toBe('tooLarge');
    expect(refused(() => makeShare(planned, { for: 'patient' }, { ...ctx, viewer: expert }))).toBe(
      'notPermitted',
    );
  });

  test('is limited to twenty open links, and refused for an erased case', () => {
    expect(makeShare(planned, { for: 'patient' }, { ...ctx, open: shareLimits.open - 1 })).toHaveLength(1);
    const full = { ...ctx, open: shareLimits.open };
    expect(refused(() => makeShare(planned, { for: 'patient' }, full))).toBe('badInput,  share-limit');
    expect(refused(() => makeShare({ ...planned, erased: true }, { for: 'patient' }, ctx))).toBe(
      'actionClosed',
    );
  });
});

describe('a share link', () => {
  const share = made({ for: 'patient', days: 1 });
  const stands = (state: CaseState | undefined, more: { maker?: typeof doctor; time?: number } = {}) =>
    shareStatusOf(share, state, 'maker' in more ? more.maker : doctor, more.time ?? now);

  test('is open until its expiry, to the millisecond', () => {
    expect([
      stands(planned),
      stands(planned, { time: now + day - 1 }),
      stands(planned, { time: now + day }),
    ]).toEqual(['open', 'open', 'expired']);
  });

  test('is closed once revoked', () => {
    const [event] = revokeShare(planned, share, assistant);
    if (!event) throw new Error('nothing said');
    const revoked = evolveShare(share, { ...event, by: assistant.id, at: 'then' });
    expect(revoked?.revoked).toEqual({ by: assistant.id, at: 'then' });
    expect(revoked && shareStatusOf(revoked, planned, doctor, now)).toBe('revoked');
    expect(revoked && revokeShare(planned, revoked, doctor)).toEqual([]);
  });

  test('is closed without its case, its version, or its creator’s right', () => {
    expect(stands(undefined)).toBe('gone');
    expect(stands({ ...planned, deleted: true })).toBe('gone');
    expect(stands({ ...planned, erased: true })).toBe('gone');
    expect(stands({ ...planned, plans: [] })).toBe('gone');
    expect(stands({ ...planned, plans: planned.plans.map(p => ({ ...p, bundle: 'another' })) })).toBe('gone');
    expect(stands({ ...planned, ownerId: 'p-doctor2' })).toBe('gone');
    expect(stands(planned, { maker: undefined })).toBe('gone');
    const helped = made({ for: 'patient' }, { viewer: assistant });
    expect(shareStatusOf(helped, planned, { ...assistant, serves: [] }, now)).toBe('gone');
  });

  test('still opens its own version if a newer one exists', () => {
    const newer = planned.plans.map(p => ({ ...p, version: 2, bundle: 'another' }));
    expect(stands({ ...planned, plans: [...planned.plans, ...newer] })).toBe('open');
  });

  test('is closed if its model was replaced', () => {
    const model = made({ for: 'model', fileId: 'upper' });
    const other = planned.files.map(f => (f.id === 'upper' ? { ...f, sha256: 'another' } : f));
    expect(shareStatusOf(model, planned, doctor, now)).toBe('open');
    expect(shareStatusOf(model, { ...planned, files: other }, doctor, now)).toBe('gone');
  });
});

describe('the shared content', () => {
  test('has posters of at most five distinct stages; only start and goal without stages', () => {
    expect(posterStages(24)).toEqual([0, 6, 12, 18, 24]);
    const scope = { stages: true, notes: false };
    expect(postersShownByLink(2, { scope }).map(p => p.stage)).toEqual([0, 1, 2]);
    expect(postersShownByLink(24, { scope: { ...scope, stages: false } }).map(p => p.stage)).toEqual([0, 24]);
  });

  test.each([
    ['张伟的附件，张伟', '张伟', '***的附件，***'],
    ['Ask Anna Li (ANNA) first', 'Anna Li', 'Ask *** (***) first'],
    ['a.b (x', 'a.b (', '***x'],
    ['nothing of hers', undefined, 'nothing of hers'],
    ['one letter a', 'a', 'one letter a'],
  ])('shows the note "%s" without the name "%s" as "%s"', (text, name, out) =>
    expect(withoutPatientName(text, name)).toBe(out),
  );
});
