import { describe, expect, it } from 'vitest';
import { poseAtStage } from '#events/plan/pose.ts';
import { readStageFiles } from './read-stages.ts';
import { applyMotion, invertMotion } from './rigid.ts';
import { fileOf, filesAsZip, type NamedFile, refusalIssuesOf } from './testing/files.ts';
import {
  applyMotionToCorners,
  createGumBand,
  createPlainCrowns,
  encodeCornersAsStl,
  joinCorners,
  knownMotionAtStage,
  scatterTriangles,
} from './testing/teeth.ts';

const teeth = { upper: createPlainCrowns('upper'), lower: createPlainCrowns('lower') };
const corners = (arch: 'upper' | 'lower', stage: number, scale = 1) =>
  joinCorners([
    ...teeth[arch].map(tooth => applyMotionToCorners(tooth.corners, knownMotionAtStage(tooth, stage))),
    applyMotionToCorners(createGumBand(arch), { q: [0, 0, 0, 1], t: [0, 0, 0] }),
  ]).map(value => value * scale);
const stage = (arch: 'upper' | 'lower', at: number): NamedFile => [
  `${arch}/Stage_0${at}.stl`,
  encodeCornersAsStl(corners(arch, at)),
];
const plan: NamedFile[] = [0, 1, 2].flatMap(at => [stage('upper', at), stage('lower', at)]);
const asFiles = (files: readonly NamedFile[]) => files.map(fileOf);
const without = (name: string) => plan.filter(([own]) => own !== name);
const instead = (name: string, bytes: Uint8Array<ArrayBuffer>): NamedFile[] =>
  plan.map(file => (file[0] === name ? [name, bytes] : file));

describe('stage files', () => {
  it.each([
    ['a packed zip', [filesAsZip(plan)]],
    ['a zip that only stores', [filesAsZip(plan, 0)]],
    ['a folder', asFiles(plan)],
  ])('in %s are read as arches with followed teeth', async (_, files) => {
    const shares: number[] = [];
    const { arches, unit, notes } = await readStageFiles(files, share => shares.push(share));
    expect([unit, notes]).toEqual(['mm', []]);
    expect(
      arches.map(({ arch, stages, tracks, gums }) => [arch, stages, tracks.length, gums.length]),
    ).toEqual([
      ['upper', 2, 14, 1],
      ['lower', 2, 14, 1],
    ]);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    const [track] = arches[1]?.tracks ?? [];
    const [tooth] = teeth.lower;
    if (!track || !tooth) throw new Error('no tooth');
    const due = applyMotion(knownMotionAtStage(tooth, 2), track.centre);
    poseAtStage(track.poses, 2).p.forEach((value, axis) => {
      expect(value).toBeCloseTo(due[axis] as number, 5);
    });
  });
  it('start with the lowest number of their arch; files without a shape are left out and named', async () => {
    const later = plan.map(
      ([name, bytes]): NamedFile => [name.replace(/(\d)\.stl/, (_m, n) => `${Number(n) + 4}.stl`), bytes],
    );
    const { arches, notes } = await readStageFiles([
      filesAsZip([...later, ['readme.txt', new Uint8Array(3)], ['__MACOSX/._x.stl', new Uint8Array(3)]]),
    ]);
    expect(arches.map(({ stages }) => stages)).toEqual([2, 2]);
    expect(notes).toEqual([{ path: 'readme.txt', issue: 'stage-ignored' }]);
  });
  it('of a single arch are accepted', async () => {
    const { arches } = await readStageFiles(asFiles(plan.filter(([name]) => name.startsWith('lower'))));
    expect(arches.map(({ arch }) => arch)).toEqual(['lower']);
  });
  it('in inches are converted, with a note', async () => {
    const files = [0, 1].map(
      (at): NamedFile => [`L${at}.stl`, encodeCornersAsStl(corners('lower', at, 1 / 25.4))],
    );
    const { arches, unit, notes } = await readStageFiles(asFiles(files));
    expect(unit).toBe('inch');
    expect(notes).toEqual([{ path: 'L0.stl', issue: 'stage-unit', values: { unit: 'inch' } }]);
    expect(arches[0]?.tracks).toHaveLength(14);
    expect(Math.max(...(arches[0]?.tracks.map(({ residual }) => residual ?? 1) ?? [1]))).toBeLessThan(1e-4);
  });
  it("with triangles unlike the start's are followed by their surfaces, with a note", async () => {
    const finer = createPlainCrowns('lower', undefined, 16);
    const next = joinCorners(
      finer.map((tooth, i) =>
        applyMotionToCorners(tooth.corners, knownMotionAtStage(teeth.lower[i] ?? tooth, 1)),
      ),
    );
    const { notes, arches } = await readStageFiles(
      asFiles([stage('lower', 0), ['lower/1.stl', encodeCornersAsStl(next)]]),
    );
    expect(notes).toContainEqual({ path: 'lower/1.stl', issue: 'stage-topology' });
    expect(arches[0]?.tracks.every(({ poses }) => poses.length === 14)).toBe(true);
  });
});

describe('the report on faulty files', () => {
  const nan = encodeCornersAsStl(corners('upper', 1));
  new DataView(nan.buffer).setFloat32(84 + 50 * 7 + 16, Number.NaN, true);
  const lying = encodeCornersAsStl(corners('upper', 1));
  new DataView(lying.buffer).setUint32(80, 7, true);
  const name = 'upper/Stage_01.stl';

  it.each([
    ['a skipped stage', without(name), ['upper/Stage_02.stl: stage-skipped']],
    [
      'a repeated stage',
      [...plan, ['upper/U1.stl', plan[2]?.[1]] as NamedFile],
      ['upper/U1.stl: stage-twice'],
    ],
    ['a name without an arch', [...plan, ['Stage_03.stl', nan] as NamedFile], ['Stage_03.stl: stage-arch']],
    [
      'a name without a stage',
      [...plan, ['upper/setup.stl', nan] as NamedFile],
      ['upper/setup.stl: stage-name'],
    ],
    [
      'a file other than an STL',
      instead(name, new TextEncoder().encode('x'.repeat(200))),
      [`${name}: not-stl`],
    ],
    ['a NaN coordinate', instead(name, nan), [`${name}: stl-not-finite`]],
    ['a wrong triangle count', instead(name, lying), [`${name}: stl-length`]],
    ['a truncated file', instead(name, lying.slice(0, 3000)), [`${name}: stl-length`]],
    ['an empty file', instead(name, new Uint8Array(0)), [`${name}: not-stl`]],
    ['an arch of one stage', plan.slice(0, 3), ['lower/Stage_00.stl: stage-alone']],
    [
      'teeth that are one piece with their gum',
      [
        ['L0.stl', encodeCornersAsStl(createGumBand('lower'))],
        ['L1.stl', encodeCornersAsStl(createGumBand('lower'))],
      ] as NamedFile[],
      ['L0.stl: stage-one-piece'],
    ],
    [
      'a start that falls apart into loose triangles',
      [
        ['L0.stl', encodeCornersAsStl(scatterTriangles(16_000))],
        ['L1.stl', encodeCornersAsStl(scatterTriangles(16_000))],
      ] as NamedFile[],
      ['L0.stl: stage-many-pieces'],
    ],
    [
      'a later stage that falls apart',
      instead(name, encodeCornersAsStl(scatterTriangles(16_000))),
      [`${name}: stage-many-pieces`],
    ],
    [
      'what is no arch in any unit',
      [
        ['L0.stl', encodeCornersAsStl(corners('lower', 0, 4))],
        ['L1.stl', encodeCornersAsStl(corners('lower', 1, 4))],
      ] as NamedFile[],
      ['L0.stl: stage-size'],
    ],
    [
      'arches in two units',
      [
        ['U0.stl', encodeCornersAsStl(corners('upper', 0))],
        ['U1.stl', encodeCornersAsStl(corners('upper', 1))],
        ['L0.stl', encodeCornersAsStl(corners('lower', 0, 0.1))],
        ['L1.stl', encodeCornersAsStl(corners('lower', 1, 0.1))],
      ] as NamedFile[],
      ['L0.stl: stage-units'],
    ],
    ['no stages', [['a.txt', new Uint8Array(3)]] as NamedFile[], ['file: stage-none']],
  ])('names %s', async (_, files, issues) => {
    expect(await refusalIssuesOf(readStageFiles(asFiles(files)))).toEqual(issues);
    expect(await refusalIssuesOf(readStageFiles([filesAsZip(files)]))).toEqual(issues);
  });
  it('reports all faults at once, not only the first', async () => {
    const files = [...instead(name, nan), ['lower/Stage_09.stl', lying] as NamedFile];
    expect(await refusalIssuesOf(readStageFiles(asFiles(files)))).toEqual([
      'lower/Stage_09.stl: stage-skipped',
      `${name}: stl-not-finite`,
      'lower/Stage_09.stl: stl-length',
    ]);
  });
  it('refuses an empty selection', async () => {
    expect(await refusalIssuesOf(readStageFiles([]))).toEqual(['file: empty-file']);
  });
});

describe('one file for each tooth with a pose table', () => {
  const own = teeth.lower.slice(4, 10);
  const shapes = own.map(({ fdi, corners: c }): NamedFile => [`tooth_${fdi}.stl`, encodeCornersAsStl(c)]);
  const rows = own.flatMap(tooth =>
    [0, 1, 2].map(at => {
      // The files show the start, so the table holds motions since then.
      const { q, t } = knownMotionAtStage(tooth, at);
      return { tooth: tooth.fdi, stage: at, t, q };
    }),
  );
  const csv = (list = rows) =>
    [
      'tooth;stage;x;y;z;qx;qy;qz;qw',
      ...list.map(({ tooth, stage: at, t, q }) => [tooth, at, ...t, ...q].join(';')),
    ].join('\r\n');
  const table = (text: string): NamedFile => ['poses.csv', Uint8Array.from(new TextEncoder().encode(text))];
  const json = (value: unknown): NamedFile => [
    'poses.json',
    Uint8Array.from(new TextEncoder().encode(JSON.stringify(value))),
  ];

  it.each([
    ['CSV', table(csv())],
    ['CSV of another program', table(`\ufeff${csv().replaceAll(';', ',').replaceAll('\r\n', '\n')}\n`)],
    ['JSON', json({ format: 'archline-poses/1', poses: rows })],
    ['CSV without the start', table(csv(rows.filter(({ stage: at }) => at > 0)))],
  ])('as %s is read', async (_, poses) => {
    const gum: NamedFile = ['gum_lower.stl', encodeCornersAsStl(createGumBand('lower'))];
    const { arches } = await readStageFiles([filesAsZip([...shapes, gum, poses])]);
    expect(arches).toMatchObject([
      { arch: 'lower', stages: 2, named: own.map(({ fdi }) => fdi), gums: { length: 1 } },
    ]);
    own.forEach((tooth, i) => {
      const track = arches[0]?.tracks[i];
      if (!track) throw new Error('no tooth');
      expect(track.residual).toBeNull();
      const due = applyMotion(knownMotionAtStage(tooth, 2), track.centre);
      poseAtStage(track.poses, 2).p.forEach((value, axis) => {
        expect(value).toBeCloseTo(due[axis] as number, 9);
      });
    });
  });
  it("first moves the teeth to the start if the table's first stage says so", async () => {
    const [tooth] = own;
    if (!tooth) throw new Error('no tooth');
    const list = [1, 2, 3].map((at, i) => ({ ...knownMotionAtStage(tooth, at), tooth: tooth.fdi, stage: i }));
    const { arches } = await readStageFiles(asFiles([shapes[0] as NamedFile, table(csv(list))]));
    const track = arches[0]?.tracks[0];
    const at = (stage_: number) =>
      applyMotion(
        knownMotionAtStage(tooth, stage_),
        applyMotion(invertMotion(knownMotionAtStage(tooth, 1)), track?.centre ?? [0, 0, 0]),
      );
    expect(poseAtStage(track?.poses ?? [], 2).p.map(v => v.toFixed(6))).toEqual(at(3).map(v => v.toFixed(6)));
  });
  it.each([
    ['a tooth 99', csv().replace(/^\d\d;0/m, '99;0'), 'poses.csv: poses-tooth'],
    ['a stage beyond the limit', csv().replace(/;0;/, ';201;'), 'poses.csv: poses-stage'],
    ['a malformed number', csv().replace(/;0;/, ';zero;'), 'poses.csv: poses-syntax'],
    [
      'a quaternion that is none',
      csv([{ ...(rows[0] as (typeof rows)[0]), q: [1, 1, 0, 0] as never }]),
      'poses.csv: poses-turn',
    ],
    [
      'a place that is none',
      csv([{ ...(rows[0] as (typeof rows)[0]), t: [1e9, 0, 0] }]),
      'poses.csv: poses-place',
    ],
    ['a repeated pose', csv([...rows, rows[0] as (typeof rows)[0]]), 'poses.csv: poses-twice'],
    ['a skipped stage', csv(rows.filter((_row, i) => i !== 1)), 'poses.csv: poses-missing'],
    ['another tooth’s poses only', csv(rows.slice(3)), `tooth_${own[0]?.fdi}.stl: poses-none`],
  ])('with %s is refused', async (_, text, issue) => {
    expect(await refusalIssuesOf(readStageFiles(asFiles([...shapes, table(text)])))).toContain(issue);
  });
  it('is refused if a tooth is missing, repeated or without a number', async () => {
    const files = [
      ...shapes.slice(1),
      shapes[1] as NamedFile,
      ['crown.stl', shapes[0]?.[1]] as NamedFile,
      table(csv()),
    ];
    expect(await refusalIssuesOf(readStageFiles(asFiles(files)))).toEqual([
      `tooth_${own[1]?.fdi}.stl: stage-twice`,
      'crown.stl: stage-tooth-name',
      `poses.csv: poses-no-file`,
    ]);
  });
});
