import { describe, expect, it } from 'vitest';
import { bundleFormat, lastStage, type PlanBundle, stageCountOf } from './bundle.ts';
import { planBundleSchema } from './bundle-schema.ts';

const part = { sha256: 'a'.repeat(64), bytes: 4096 };
const still = [0, 0, 0, 0, 0, 0, 1];
const tooth = (fdi: number, stages: number) => ({
  fdi,
  pivot: [0, 0, 0],
  axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  poses: Array.from({ length: stages + 1 }, () => still).flat(),
  width: { mm: 8.5, origin: 'measured' },
  residual: 1e-6,
});
const attachment = {
  tooth: 11,
  type: 'ellipsoid',
  surface: 'buccal',
  at: [0, 3.5, 1],
  size: [3, 2, 1],
  turn: 0,
  from: 1,
  to: 4,
};
const good = {
  format: bundleFormat,
  upperStages: 4,
  lowerStages: 2,
  teeth: [tooth(11, 4), tooth(21, 4), tooth(41, 2)],
  gums: ['upper'],
  attachments: [attachment],
  ipr: [{ contact: '11-21', mm: 0.2, before: 2 }],
  cuts: [{ tooth: 41, kind: 'button', surface: 'lingual', from: 0, to: 2 }],
  pontics: [{ tooth: 12, from: 0, to: 4 }],
  parts: { teeth: part, coarse: part },
};

/** Path and issue of every refused field. */
function issuesOf(more: object): string[] {
  const parsed = planBundleSchema.safeParse({ ...good, ...more });
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message, code }) =>
        code === 'custom' ? `${path.join('.')}: ${message}` : path.join('.'),
      );
}
const withTooth = (more: object) =>
  issuesOf({ teeth: [{ ...tooth(11, 4), ...more }, tooth(21, 4), tooth(41, 2)] });

describe('a plan bundle', () => {
  it('is accepted, with its stages', () => {
    const bundle: PlanBundle = planBundleSchema.parse(good);
    expect([stageCountOf(bundle, 'upper'), stageCountOf(bundle, 'lower'), lastStage(bundle)]).toEqual([
      4, 2, 4,
    ]);
  });
  it('rejects another format or an unknown field', () => {
    expect(issuesOf({ format: 'archline-plan/2' })).toEqual(['format']);
    expect(planBundleSchema.safeParse({ ...good, film: 1 }).success).toBe(false);
    expect(planBundleSchema.safeParse(undefined).success).toBe(false);
  });
});

describe('the teeth of a bundle', () => {
  it.each([99, 10, 19, 51, 0, -11, 11.5, '11', null])('are permanent teeth: not %s', fdi => {
    expect(withTooth({ fdi })[0]).toMatch(/^teeth\.0\.fdi/);
  });
  it('occur once each', () => {
    expect(issuesOf({ teeth: [...good.teeth, tooth(11, 4)] })).toContain('teeth.3.fdi: repeated');
  });
  it('are between 1 and 32', () => {
    expect(issuesOf({ teeth: [] })).toContain('teeth');
    expect(issuesOf({ teeth: Array.from({ length: 33 }, () => tooth(11, 4)) })).toContain('teeth');
  });
  it.each([
    ['one stage less', tooth(11, 3).poses],
    ['one stage more', tooth(11, 5).poses],
    ['half a pose', tooth(11, 4).poses.slice(0, -1)],
    ['none', []],
  ])('have a pose for the start and each stage of their arch: not %s', (_, poses) => {
    expect(withTooth({ poses })).toEqual(['teeth.0.poses: poses-count']);
  });
  it.each([
    ['longer than 1', [0, 0, 0, 0, 0, 0, 1.001]],
    ['zero', [0, 0, 0, 0, 0, 0, 0]],
  ])('have unit quaternions: not %s', (_, pose) => {
    expect(withTooth({ poses: [...tooth(11, 3).poses, ...pose] })).toEqual(['teeth.0.poses: not-rigid']);
  });
  it.each([NaN, Infinity, 201, '0', null])('have positions within the bounds of a mouth: not %s', value => {
    expect(withTooth({ poses: [...tooth(11, 4).poses.slice(1), value] })).not.toEqual([]);
    expect(withTooth({ pivot: [0, 0, value] })).not.toEqual([]);
  });
  it.each([
    ['crooked', [1, 0, 0, 0.01, 0.99995, 0, 0, 0, 1]],
    ['too short', [0.999, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['doubled', [1, 0, 0, 1, 0, 0, 0, 0, 1]],
  ])('have orthonormal axes: not %s', (_, axes) => {
    expect(withTooth({ axes })).toEqual(['teeth.0.axes: axes-crooked']);
  });
  it('have three axes of three numbers', () => {
    expect(withTooth({ axes: [1, 0, 0, 0, 1, 0] }).length).toBeGreaterThan(0);
  });
  it('may have a left-handed frame, as in quadrants 2 and 4', () => {
    expect(withTooth({ axes: [-1, 0, 0, 0, 1, 0, 0, 0, 1] })).toEqual([]);
  });
  it('that change their shape name one for each stage', () => {
    expect(withTooth({ shapes: ['11', '11', '11@2', '11', '11'] })).toEqual([]);
    expect(withTooth({ shapes: ['11', '11@1'] })).toEqual(['teeth.0.shapes: poses-count']);
  });
  it('have a plausible width of a known origin, or none', () => {
    expect(withTooth({ width: null })).toEqual([]);
    expect(withTooth({ width: { mm: 0, origin: 'measured' } })).toEqual(['teeth.0.width.mm']);
    expect(withTooth({ width: { mm: 8, origin: 'guessed' } })).toEqual(['teeth.0.width.origin']);
    expect(withTooth({ residual: -1 })).toEqual(['teeth.0.residual']);
  });
});

describe('procedures of a bundle', () => {
  const attached = (more: object) => issuesOf({ attachments: [{ ...attachment, ...more }] });
  it("end at the arch's last stage at the latest", () => {
    expect(attached({ to: 5 })).toEqual(['attachments.0.to: stage-past-end']);
    expect(issuesOf({ cuts: [{ ...good.cuts[0], to: 3 }] })).toEqual(['cuts.0.to: stage-past-end']);
    expect(issuesOf({ pontics: [{ tooth: 42, from: 0, to: 3 }] })).toEqual(['pontics.0.to: stage-past-end']);
    expect(issuesOf({ ipr: [{ contact: '11-21', mm: 0.2, before: 5 }] })).toEqual([
      'ipr.0.before: stage-past-end',
    ]);
  });
  it('begin before they end', () => {
    expect(attached({ from: 4, to: 3 })).toEqual(['attachments.0.to: range-order']);
  });
  it('are on teeth that are present; a pontic replaces an absent one', () => {
    expect(attached({ tooth: 12 })).toEqual(['attachments.0.tooth: tooth-absent']);
    expect(issuesOf({ cuts: [{ ...good.cuts[0], tooth: 31 }] })).toEqual(['cuts.0.tooth: tooth-absent']);
    expect(issuesOf({ ipr: [{ contact: '21-22', mm: 0.2, before: 1 }] })).toEqual([
      'ipr.0.contact: tooth-absent',
    ]);
    expect(issuesOf({ pontics: [{ tooth: 13, from: 0, to: 4 }] })).toEqual([]);
  });
  it.each(['21-11', '11-41', '11-11', '11', '99-98', ''])(
    'of IPR are at a contact of two neighbours: not %s',
    contact => {
      expect(issuesOf({ ipr: [{ contact, mm: 0.2, before: 1 }] })[0]).toMatch(/^ipr\.0\.contact/);
    },
  );
  it('are at most twelve attachments on one tooth', () => {
    const many = (count: number) => issuesOf({ attachments: Array(count).fill(attachment) });
    expect(many(12)).toEqual([]);
    expect(many(14)).toEqual(['attachments.12.tooth: attachments-many']);
  });
  it('have sizes that can be made', () => {
    expect(attached({ size: [3, 2, 0] })).toEqual(['attachments.0.size.2']);
    expect(attached({ type: 'wing' })).toEqual(['attachments.0.type']);
    expect(attached({ turn: 181 })).toEqual(['attachments.0.turn']);
    expect(issuesOf({ ipr: [{ contact: '11-21', mm: 1.1, before: 1 }] })).toEqual(['ipr.0.mm']);
  });
  it.each([-1, 1.5, 201, '1'])('are at a whole stage: not %s', from => {
    expect(attached({ from }).length).toBeGreaterThan(0);
  });
});

describe('the parts of a bundle', () => {
  it('include the gums of each arch at most once', () => {
    expect(issuesOf({ gums: ['upper', 'lower'] })).toEqual([]);
    expect(issuesOf({ gums: ['upper', 'upper'] })).toEqual(['gums: repeated']);
    expect(issuesOf({ gums: Array(9).fill('upper') })).toEqual(['gums']);
  });
  it.each([
    ['a name that is no hash', { ...part, sha256: 'A'.repeat(64) }],
    ['a short hash', { ...part, sha256: 'a'.repeat(63) }],
    ['no bytes', { ...part, bytes: 0 }],
  ])('are referenced by hash and size: not %s', (_, coarse) => {
    expect(issuesOf({ parts: { teeth: part, coarse } })[0]).toMatch(/^parts\.coarse/);
  });
});
