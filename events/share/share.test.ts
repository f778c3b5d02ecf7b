import { describe, expect, test } from 'vitest';
import type { CaseState } from '../case/case.ts';
import type { Facts } from '../case/may.ts';
import { Status } from '../case/status.ts';
import { isRefusal, Refusal } from '../errors.ts';
import { at, stateOf } from '../testing/past.ts';
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
import { audiencesFor, keepsShares, ownsShare, seesShares } from './rights.ts';
import { evolveShare, makeShare, revokeShare, type Share, standingOf } from './share.ts';
import { posterStages, shownPosters, withoutName } from './shown.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const day = 86_400_000;
const planned: CaseState = stateOf(at[Status.PlanAwaitingDoctor]);
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

/** The refusal's name and its issues. */
function refused(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
}

describe('who makes links', () => {
  const makers = (facts: Facts) =>
    everybody.flatMap(v => {
      const makes = audiencesFor(v, facts);
      return makes.length > 0 ? [`${v.id.slice(2)}: ${makes.join(' ')}`] : [];
    });

  test('those who treat, for anybody; those who work on it, for colleagues; nobody else', () => {
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

  test('nobody of a deleted case, and no technician of a case that is another’s', () => {
    expect(makers({ ...planned, deleted: true })).toEqual([]);
    expect(audiencesFor(technician, { ...planned, assigneeId: 'p-technician2' })).toEqual([]);
  });

  test('who treats takes any back, others their own, and see no address of other people’s', () => {
    const by = (id: string) => everybody.filter(v => ownsShare(v, planned, id)).map(v => v.id);
    expect(by(doctor.id)).toEqual(['p-doctor', 'p-assistant']);
    expect(by(expert.id)).toEqual(['p-doctor', 'p-assistant', 'p-expert']);
    expect(by('p-analyst')).toEqual(['p-doctor', 'p-assistant']);
    expect(keepsShares(expert, planned)).toBe(false);
  });

  test('staff see that there are links; the manufacturer, the analyst and strangers do not', () => {
    const blind = everybody.filter(v => !seesShares(v, planned)).map(v => v.id);
    expect(blind).toContain('p-vendor');
    expect(blind).toContain('p-analyst');
    expect(blind).toContain(doctor2.id);
    expect(blind).toContain(assistant2.id);
    expect(seesShares(expert, planned)).toBe(true);
    expect(strangers.some(v => seesShares(v, planned))).toBe(false);
  });
});

describe('making a link', () => {
  test('binds it to one version by its hash, for seven days, with its stages and without its notes', () => {
    expect(made({ for: 'patient' })).toMatchObject({
      what: { kind: 'plan', list: 'plans', version: 1, bundle: planned.plans[0]?.bundle },
      scope: { stages: true, notes: false },
      lang: 'zh-CN',
      expiresAt: new Date(now + 7 * day).toISOString(),
      revoked: null,
    });
  });

  test('of a model binds it to these bytes', () => {
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
  ])('%j is refused: %s', (input, why) => {
    expect(refused(() => makeShare(planned, input, ctx))).toBe(why);
  });

  test('rights come before the body, and the body before the rights to an audience', () => {
    const broken = new Refusal('tooLarge');
    expect(refused(() => makeShare(planned, broken, { ...ctx, viewer: doctor2 }))).toBe('notPermitted');
    expect(refused(() => makeShare(planned, broken, ctx))).toBe('tooLarge');
    expect(refused(() => makeShare(planned, { for: 'patient' }, { ...ctx, viewer: expert }))).toBe(
      'notPermitted',
    );
  });

  test('no more than twenty at once, and none of an erased case', () => {
    expect(makeShare(planned, { for: 'patient' }, { ...ctx, open: shareLimits.open - 1 })).toHaveLength(1);
    const full = { ...ctx, open: shareLimits.open };
    expect(refused(() => makeShare(planned, { for: 'patient' }, full))).toBe('badInput,  share-limit');
    expect(refused(() => makeShare({ ...planned, erased: true }, { for: 'patient' }, ctx))).toBe(
      'actionClosed',
    );
  });
});

describe('whether a link opens', () => {
  const share = made({ for: 'patient', days: 1 });
  const stands = (state: CaseState | undefined, more: { maker?: typeof doctor; time?: number } = {}) =>
    standingOf(share, state, 'maker' in more ? more.maker : doctor, more.time ?? now);

  test('until the millisecond at which it ends', () => {
    expect([
      stands(planned),
      stands(planned, { time: now + day - 1 }),
      stands(planned, { time: now + day }),
    ]).toEqual(['open', 'open', 'expired']);
  });

  test('not once it was taken back, whatever else holds', () => {
    const [event] = revokeShare(planned, share, assistant);
    if (!event) throw new Error('nothing said');
    const revoked = evolveShare(share, { ...event, by: assistant.id, at: 'then' });
    expect(revoked?.revoked).toEqual({ by: assistant.id, at: 'then' });
    expect(revoked && standingOf(revoked, planned, doctor, now)).toBe('revoked');
    expect(revoked && revokeShare(planned, revoked, doctor)).toEqual([]);
  });

  test('not without its case, its version, or its maker’s right', () => {
    expect(stands(undefined)).toBe('gone');
    expect(stands({ ...planned, deleted: true })).toBe('gone');
    expect(stands({ ...planned, erased: true })).toBe('gone');
    expect(stands({ ...planned, plans: [] })).toBe('gone');
    expect(stands({ ...planned, plans: planned.plans.map(p => ({ ...p, bundle: 'another' })) })).toBe('gone');
    expect(stands({ ...planned, ownerId: 'p-doctor2' })).toBe('gone');
    expect(stands(planned, { maker: undefined })).toBe('gone');
    const helped = made({ for: 'patient' }, { viewer: assistant });
    expect(standingOf(helped, planned, { ...assistant, serves: [] }, now)).toBe('gone');
  });

  test('a newer version changes nothing: the link still opens its own', () => {
    const newer = planned.plans.map(p => ({ ...p, version: 2, bundle: 'another' }));
    expect(stands({ ...planned, plans: [...planned.plans, ...newer] })).toBe('open');
  });

  test('a model that was replaced opens nothing', () => {
    const model = made({ for: 'model', fileId: 'upper' });
    const other = planned.files.map(f => (f.id === 'upper' ? { ...f, sha256: 'another' } : f));
    expect(standingOf(model, planned, doctor, now)).toBe('open');
    expect(standingOf(model, { ...planned, files: other }, doctor, now)).toBe('gone');
  });
});

describe('what is shown', () => {
  test('five stages have pictures; without stages only the ends; of the same stage one', () => {
    expect(posterStages(24)).toEqual([0, 6, 12, 18, 24]);
    const scope = { stages: true, notes: false };
    expect(shownPosters(2, { scope }).map(p => p.stage)).toEqual([0, 1, 2]);
    expect(shownPosters(24, { scope: { ...scope, stages: false } }).map(p => p.stage)).toEqual([0, 24]);
  });

  test.each([
    ['张伟的附件，张伟', '张伟', '***的附件，***'],
    ['Ask Anna Li (ANNA) first', 'Anna Li', 'Ask *** (***) first'],
    ['a.b (x', 'a.b (', '***x'],
    ['nothing of hers', undefined, 'nothing of hers'],
    ['one letter a', 'a', 'one letter a'],
  ])('%s without %s is %s', (text, name, out) => expect(withoutName(text, name)).toBe(out));
});
