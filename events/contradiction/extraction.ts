/** Rules on the teeth that are marked for extraction in a clear-aligner case. */
import { marksOf } from '../case/markers.ts';
import { type Fdi, inScreenOrder, positionFromMidline } from '../tooth/fdi.ts';
import { iprBetweenNeighbours, type Marks, setMarkRemovingConflicts } from '../tooth/marks.ts';
import { clinicalDefaults } from './defaults.ts';
import {
  type ContradictionFix,
  type ContradictionRule,
  createDiagnosisFix,
  createMarkersFix,
  createPrescriptionFix,
  createRuleFinding,
  difference,
  intersection,
  treatedTeethAtPositions,
} from './rule.ts';

const aligners = { method: 1 } as const;

/** Removes extractions together with the IPR requested over their gaps. */
function extractionsOff(marks: Marks, gone: readonly Fdi[]): ContradictionFix {
  const extract = difference(marks.extract, gone);
  return createMarkersFix('extractionMarksOff', {
    extract,
    ipr: iprBetweenNeighbours({ ...marks, extract }),
  });
}

const extractionUnmarked: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'extract' },
  looks: ({ sections: { prescription, markers } }) =>
    prescription.extraction === 'yes' && !markers.extract?.length
      ? createRuleFinding({}, createPrescriptionFix('extractionNo', { extraction: 'no' }))
      : null,
};

const extractionMarked: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'extract' },
  looks: ({ sections: { prescription, markers } }) => {
    const marks = marksOf(markers);
    if (prescription.extraction !== 'no' || marks.extract.length === 0) return null;
    return createRuleFinding(
      { teeth: inScreenOrder(marks.extract) },
      createPrescriptionFix('extractionYes', { extraction: 'yes' }),
      extractionsOff(marks, marks.extract),
    );
  },
};

const unusualExtraction: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'extract' },
  looks: ({ sections: { markers } }) => {
    const marks = marksOf(markers);
    const teeth = intersection<Fdi>(clinicalDefaults.seldomExtracted, marks.extract);
    return teeth.length === 0 ? null : createRuleFinding({ teeth }, extractionsOff(marks, teeth));
  },
};

const thirdMolars: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'extract' },
  looks: facts => {
    const { diagnosis, markers } = facts.sections;
    const marks = marksOf(markers);
    const teeth = treatedTeethAtPositions(facts, clinicalDefaults.thirdMolars);
    const marked = marks.extract.some(tooth =>
      clinicalDefaults.thirdMolars.some(at => at === positionFromMidline(tooth)),
    );
    if (!diagnosis.corrections?.includes(171) || marked || teeth.length === 0) return null;
    const extracted = teeth.reduce((so, tooth) => setMarkRemovingConflicts(so, 'extract', tooth), marks);
    const patch = {
      prescription: { extraction: 'yes' as const },
      markers: { ...extracted, confirmed: undefined },
    };
    const corrections = difference(diagnosis.corrections, [171]);
    return createRuleFinding(
      { teeth },
      { way: 'markExtract', values: { teeth }, patch },
      createDiagnosisFix('correctionsOff', { corrections }, { correction: [171] }),
    );
  },
};

export const extractionRules = {
  extractionUnmarked,
  extractionMarked,
  unusualExtraction,
  thirdMolars,
};
