import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from '../case/draft.ts';
import { slotNames } from '../case/files.ts';
import { options } from '../case/options.ts';
import { sectionSchemas } from '../case/sections.ts';
import { Status } from '../case/status.ts';
import { parse } from '../parse.ts';
import { arbitraryConsistentCases } from '../testing/clean-cases.ts';
import { consistentFacts, contradictionPairs } from '../testing/contradictions.ts';
import {
  applyFix,
  type ContradictionName,
  contradictionRules,
  findContradictions,
} from './contradictions.ts';
import { type ContradictionFacts, fixNames } from './rule.ts';

const names = options.contradiction;
const told = (facts: ContradictionFacts): ContradictionName[] => findContradictions(facts).map(c => c.name);
const planted = (name: ContradictionName) => consistentFacts(contradictionPairs[name].planted);
const found = (name: ContradictionName) => {
  const hit = findContradictions(planted(name)).find(c => c.name === name);
  if (!hit) throw new Error(`${name} is not found where it is planted`);
  return hit;
};

describe.each(names)('the contradiction %s', name => {
  it('is found in the planted case and not in its clean twin', () => {
    expect(told(planted(name))).toContain(name);
    expect(told(consistentFacts(contradictionPairs[name].clean))).toEqual([]);
  });

  it('occurs in sections that are valid by their schemas', () => {
    for (const { sections: said } of [planted(name), consistentFacts(contradictionPairs[name].clean)])
      for (const [section, value] of Object.entries(said))
        expect(parse(sectionSchemas[section as keyof typeof sectionSchemas], value)).toBeDefined();
  });

  it('names a field of its section', () => {
    const { at } = found(name);
    const [field = '', part] = at.field.split('.');
    expect(at.section === 'files' ? slotNames : Object.keys(sectionSchemas[at.section].shape)).toContain(
      field,
    );
    if (part)
      expect(Object.keys(sectionSchemas.prescription.shape.lingual.def.innerType.shape)).toContain(part);
  });

  it('disappears after each of its fixes; a fix is valid and causes no new error', () => {
    const facts = planted(name);
    for (const way of found(name).ways) {
      const after = applyFix(facts.sections, way);
      const rest = findContradictions({ ...facts, sections: after });
      expect([way.way, rest.map(c => c.name)]).not.toEqual([way.way, expect.arrayContaining([name])]);
      const fresh = rest.filter(c => c.level === 'error' && !told(facts).includes(c.name));
      expect([way.way, fresh.map(c => c.name)]).toEqual([way.way, []]);
      for (const [section, value] of Object.entries(after))
        expect(parse(sectionSchemas[section as keyof typeof sectionSchemas], value)).toBeDefined();
    }
  });
});

describe('all contradictions', () => {
  it('are 45, of which 13 are errors', () => {
    const errors = names.filter(name => contradictionRules[name].level === 'error');
    expect(Object.keys(contradictionRules).toSorted()).toEqual([...names].toSorted());
    expect([names.length, errors.length]).toEqual([45, 13]);
  });

  it('use every kind of fix', () => {
    const used = new Set(names.flatMap(name => found(name).ways.map(w => w.way)));
    expect(fixNames.filter(way => !used.has(way))).toEqual([]);
  });

  it('require a new confirmation of marks that a fix changes', () => {
    for (const name of names)
      for (const { way, patch } of found(name).ways)
        if (patch.markers)
          expect([way, 'confirmed' in patch.markers, patch.markers.confirmed]).toEqual([
            way,
            true,
            undefined,
          ]);
  });

  it('have a fix that removes IPR over a gap together with the extraction', () => {
    const markers: ContradictionFacts['sections']['markers'] = {
      extract: [13],
      ipr: [{ contact: '14-12', mm: 0.2 }],
    };
    const facts = planted('extractionMarked');
    const marked = { ...facts, sections: { ...facts.sections, markers } };
    const off = findContradictions(marked).flatMap(c => c.ways.filter(w => w.way === 'extractionMarksOff'));
    expect(off).toHaveLength(2);
    for (const way of off) {
      const after = applyFix(marked.sections, way);
      expect(parse(sectionSchemas.markers, after.markers)).toMatchObject({ extract: [], ipr: [] });
    }
  });

  it('do not occur in empty sections', () => {
    const empty = { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} };
    expect(told({ sections: empty, files: [], today: '2026-03-02' })).toEqual([]);
    for (const method of [1, 2] as const)
      expect(
        told({ sections: { ...empty, prescription: { method } }, files: [], today: '2026-03-02' }),
      ).toEqual([]);
  });

  it('do not include a model of the other arch before the first model', () => {
    for (const arch of ['upper', 'lower'] as const) {
      const facts = consistentFacts({ prescription: { arch }, files: [] });
      expect([arch, told(facts).includes('modelOfOtherArch')]).toEqual([arch, false]);
    }
  });

  it('do not occur in 1,000 clean prescriptions, which can all be submitted', () => {
    let count = 0;
    fc.assert(
      fc.property(arbitraryConsistentCases, facts => {
        count += 1;
        expect(told(facts)).toEqual([]);
        expect(checkDraft(facts.sections, facts.files).status).toBe(Status.ToSubmit);
      }),
      { numRuns: 1000, seed: 20261121 },
    );
    expect(count).toBe(1000);
  });

  it('include a single wrong answer in any clean prescription', () => {
    const slips: [ContradictionName, (facts: ContradictionFacts) => ContradictionFacts['sections']][] = [
      [
        'visitBeforeBirth',
        ({ sections: all }) => ({ ...all, patient: { ...all.patient, visitDate: '1950-01-01' } }),
      ],
      ['openAndDeep', ({ sections: all }) => ({ ...all, diagnosis: { ...all.diagnosis, flags: [97, 100] } })],
      [
        'classesTogether',
        ({ sections: all }) => ({ ...all, diagnosis: { ...all.diagnosis, flags: [94, 96] } }),
      ],
    ];
    fc.assert(
      fc.property(arbitraryConsistentCases, fc.constantFrom(...slips), (facts, [name, spoil]) => {
        expect(told({ ...facts, sections: spoil(facts) })).toContain(name);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
