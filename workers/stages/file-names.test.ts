import { describe, expect, it } from 'vitest';
import {
  findArchInPath,
  findStageInPath,
  findToothInPath,
  isGumFile,
  isSystemFile,
  isUnsafePath,
} from './file-names.ts';

describe('a stage file’s name', () => {
  it.each([
    ['Upper_Stage_00.stl', 'upper', 0],
    ['lower_stage_07.STL', 'lower', 7],
    ['U12.stl', 'upper', 12],
    ['L-3.stl', 'lower', 3],
    ['case 4711/Maxillary/Subsetup01.stl', 'upper', 1],
    ['case 4711/Mandibular/Subsetup14_Mandibular.stl', 'lower', 14],
    ['MAX_005.stl', 'upper', 5],
    ['mand-020.stl', 'lower', 20],
    ['03_U.stl', 'upper', 3],
    ['2026-01-15_patient_lower_aligner_9.stl', 'lower', 9],
    ['Upper_Stage_02_of_24.stl', 'upper', 2],
    ['stage 3/upper.stl', 'upper', 3],
    ['upper/3.stl', 'upper', 3],
    ['上颌第03步.stl', 'upper', 3],
    ['下颌/12.stl', 'lower', 12],
    ['方案/下牙_步骤4.stl', 'lower', 4],
    ['Ｕ０４.stl', 'upper', 4],
    ['initial_upper.stl', 'upper', 0],
    ['上颌原始.stl', 'upper', 0],
    ['upper\\stage\\step-11.stl', 'upper', 11],
  ] as const)('%s gives the arch %s and the stage %d', (name, arch, stage) => {
    expect([findArchInPath(name), findStageInPath(name)]).toEqual([arch, stage]);
  });
  it.each(['stage_03.stl', 'upper_lower_03.stl', 'luise_03.stl', 'muster.stl', '3.stl'])(
    '%s does not name an arch',
    name => {
      expect(findArchInPath(name)).toBeUndefined();
    },
  );
  it.each(['upper.stl', 'Upper_final.stl', 'upper_20260115.stl'])('%s does not name a stage', name => {
    expect(findStageInPath(name)).toBeUndefined();
  });
});

it.each([
  ['tooth_11.stl', 11],
  ['48.stl', 48],
  ['case/上颌/牙26.STL', 26],
  ['tooth_19.stl', undefined],
  ['tooth_55.stl', undefined],
  ['11_21.stl', undefined],
  ['tooth_111.stl', undefined],
])('%s belongs to tooth %s', (name, fdi) => {
  expect(findToothInPath(name)).toBe(fdi);
});

it('recognises gums by their name', () => {
  expect(['upper_gum.stl', 'Gingiva_lower.stl', '上颌牙龈.stl'].every(isGumFile)).toBe(true);
  expect(['upper_03.stl', 'gumbert_upper.stl'].some(isGumFile)).toBe(false);
});

it('recognises files that operating systems add', () => {
  expect(['__MACOSX/._u1.stl', 'a/.DS_Store', 'Thumbs.db', 'a/._u1.stl'].every(isSystemFile)).toBe(true);
  expect(isSystemFile('a/u1.stl')).toBe(false);
});

it('recognises paths that leave their folder', () => {
  expect(
    ['../u1.stl', 'a/../../u1.stl', '/etc/u1.stl', 'C:\\u1.stl', 'a\\..\\b.stl', 'a\0.stl'].every(
      isUnsafePath,
    ),
  ).toBe(true);
  expect(['a/u1.stl', 'a..b/u1.stl', '..u1.stl'].some(isUnsafePath)).toBe(false);
});
