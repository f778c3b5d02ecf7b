/** Rules on the tooth marks of a clear-aligner case, against its prescription and each other. */
import { orderedArches } from '../case/draft.ts';
import { marksOf } from '../case/markers.ts';
import {
  arch,
  compareContacts,
  type Fdi,
  inScreenOrder,
  isBetween,
  parseContact,
  position,
} from '../tooth/fdi.ts';
import {
  absentTeeth,
  iprInPlace,
  isFrontContact,
  type Marks,
  overrideMark,
  TOOTH_MARKS,
} from '../tooth/marks.ts';
import { clinical } from './defaults.ts';
import {
  among,
  byDiagnosis,
  byMarkers,
  byPrescription,
  found,
  type Rule,
  treated,
  type Way,
  without,
} from './rule.ts';

const aligners = { method: 1 } as const;

/** Removes extractions together with the IPR requested over their gaps. */
function extractionsOff(marks: Marks, gone: readonly Fdi[]): Way {
  const extract = without(marks.extract, gone);
  return byMarkers('extractionMarksOff', { extract, ipr: iprInPlace({ ...marks, extract }) });
}

const extractionUnmarked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'extract' },
  looks: ({ sections: { prescription, markers } }) =>
    prescription.extraction === 'yes' && !markers.extract?.length
      ? found({}, byPrescription('extractionNo', { extraction: 'no' }))
      : null,
};

const extractionMarked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'extract' },
  looks: ({ sections: { prescription, markers } }) => {
    const marks = marksOf(markers);
    if (prescription.extraction !== 'no' || marks.extract.length === 0) return null;
    return found(
      { teeth: inScreenOrder(marks.extract) },
      byPrescription('extractionYes', { extraction: 'yes' }),
      extractionsOff(marks, marks.extract),
    );
  },
};

const iprMarked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { prescription, markers } }) => {
    if (prescription.ipr !== 'no' || !markers.ipr?.length) return null;
    return found(
      { contacts: markers.ipr.map(ipr => ipr.contact).sort(compareContacts) },
      byPrescription('iprYes', { ipr: 'yes' }),
      byMarkers('iprMarksOff', { ipr: [] }),
    );
  },
};

/** A missing tooth is a finding; every other mark requests something. */
const asking = TOOTH_MARKS.filter(kind => kind !== 'missing');

const otherArchMarked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: ({ sections: { prescription, markers } }) => {
    const arches = orderedArches(prescription);
    const marks = marksOf(markers);
    const inside = (tooth: Fdi) => arches.includes(arch(tooth));
    const contactInside = ({ contact }: { contact: string }) => parseContact(contact)?.every(inside) ?? true;
    const teeth = inScreenOrder(asking.flatMap(kind => marks[kind].filter(tooth => !inside(tooth))));
    const contacts = marks.ipr
      .filter(ipr => !contactInside(ipr))
      .map(ipr => ipr.contact)
      .sort(compareContacts);
    if (teeth.length + contacts.length === 0) return null;
    const kept = Object.fromEntries(asking.map(kind => [kind, marks[kind].filter(inside)]));
    const field = asking.find(kind => marks[kind].some(tooth => !inside(tooth))) ?? 'ipr';
    const ways = [
      byPrescription('archBoth', { arch: 'both' }),
      byMarkers('otherMarksOff', { ...kept, ipr: marks.ipr.filter(contactInside) }),
    ];
    return {
      values: { ...(teeth.length > 0 && { teeth }), ...(contacts.length > 0 && { contacts }) },
      ways,
      field,
    };
  },
};

const noPlaceToAttach: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noAttachment' },
  looks: facts => {
    const rx = facts.sections.prescription;
    const { noAttachment } = marksOf(facts.sections.markers);
    const there = treated(facts, clinical.arch);
    if (rx.attachmentPosition !== 'specified' || !rx.attachmentTypes?.length || there.length === 0)
      return null;
    if (!there.every(tooth => noAttachment.includes(tooth))) return null;
    const standard = { attachmentPosition: 'default' as const, attachmentTypes: undefined };
    return found(
      { attachmentType: rx.attachmentTypes },
      byPrescription('attachmentsDefault', standard),
      byMarkers('noAttachmentMarksOff', { noAttachment: [] }),
    );
  },
};

const spaceKeptAndClosed: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'reserveSpace' },
  looks: ({ sections: { prescription, markers } }) => {
    const teeth = inScreenOrder(marksOf(markers).reserveSpace);
    if (prescription.gaps !== 'close-all' || teeth.length === 0) return null;
    return found(
      { teeth },
      byPrescription('gapsKeepSome', { gaps: 'keep-some' }),
      byMarkers('spaceMarksOff', { reserveSpace: [] }),
    );
  },
};

const gapsUnplaced: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'reserveSpace' },
  looks: ({ sections: { prescription, markers } }) =>
    prescription.gaps === 'keep-some' && !markers.reserveSpace?.length
      ? found({}, byPrescription('gapsClose', { gaps: 'close-all' }))
      : null,
};

const spaceWhereTooth: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'reserveSpace' },
  looks: ({ sections: { markers } }) => {
    const marks = marksOf(markers);
    const teeth = inScreenOrder(without(marks.reserveSpace, absentTeeth(marks)));
    if (teeth.length === 0) return null;
    return found(
      { teeth },
      byMarkers(
        'markMissing',
        teeth.reduce((so, tooth) => overrideMark(so, 'missing', tooth), marks),
      ),
      byMarkers('spaceMarksOff', { reserveSpace: without(marks.reserveSpace, teeth) }),
    );
  },
};

const unusualExtraction: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'extract' },
  looks: ({ sections: { markers } }) => {
    const marks = marksOf(markers);
    const teeth = among<Fdi>(clinical.seldomExtracted, marks.extract);
    return teeth.length === 0 ? null : found({ teeth }, extractionsOff(marks, teeth));
  },
};

const thirdMolars: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'extract' },
  looks: facts => {
    const { diagnosis, markers } = facts.sections;
    const marks = marksOf(markers);
    const teeth = treated(facts, clinical.thirdMolars);
    const marked = marks.extract.some(tooth => clinical.thirdMolars.some(at => at === position(tooth)));
    if (!diagnosis.corrections?.includes(171) || marked || teeth.length === 0) return null;
    const extracted = teeth.reduce((so, tooth) => overrideMark(so, 'extract', tooth), marks);
    const patch = {
      prescription: { extraction: 'yes' as const },
      markers: { ...extracted, confirmed: undefined },
    };
    const corrections = without(diagnosis.corrections, [171]);
    return found(
      { teeth },
      { way: 'markExtract', values: { teeth }, patch },
      byDiagnosis('correctionsOff', { corrections }, { correction: [171] }),
    );
  },
};

const iprTooMuch: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { markers } }) => {
    const { ipr } = marksOf(markers);
    const over = ipr.filter(({ contact, mm = 0 }) => mm > clinical.iprFrontMax && isFrontContact(contact));
    if (over.length === 0) return null;
    const less = ipr.map(one => (over.includes(one) ? { ...one, mm: clinical.iprFrontMax } : one));
    const mm = [clinical.iprFrontMax];
    return found(
      { contacts: over.map(one => one.contact).sort(compareContacts), mm },
      byMarkers('iprLess', { ipr: less }, { mm }),
    );
  },
};

/** Teeth on both sides of a kept space never touch, so IPR is impossible. */
const iprOverSpace: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { markers } }) => {
    const marks = marksOf(markers);
    const kept = among<Fdi>(absentTeeth(marks), marks.reserveSpace);
    const spaces = ({ contact }: { contact: string }) => {
      const pair = parseContact(contact);
      return pair ? kept.filter(tooth => isBetween(tooth, pair)) : [];
    };
    const over = iprInPlace(marks).filter(ipr => spaces(ipr).length > 0);
    if (over.length === 0) return null;
    const teeth = inScreenOrder(over.flatMap(spaces));
    const contacts = over.map(ipr => ipr.contact).sort(compareContacts);
    const spaceOff = { reserveSpace: without(marks.reserveSpace, teeth) };
    return found(
      { contacts, teeth },
      byMarkers('iprOffAt', { ipr: without(marks.ipr, over) }, { contacts }),
      byMarkers('spaceOffAt', spaceOff, { teeth }),
    );
  },
};

const implantUnmarked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'missing' },
  looks: ({ sections: { prescription, markers } }) => {
    const { missing, reserveSpace, noMove } = marksOf(markers);
    const marked = missing.length + reserveSpace.length + noMove.length > 0;
    return prescription.productType === 3 && !marked
      ? found({ productType: [3] }, byPrescription('productNone', { productType: 4 }))
      : null;
  },
};

export const markRules = {
  extractionUnmarked,
  extractionMarked,
  iprMarked,
  otherArchMarked,
  noPlaceToAttach,
  spaceKeptAndClosed,
  gapsUnplaced,
  spaceWhereTooth,
  unusualExtraction,
  thirdMolars,
  iprTooMuch,
  iprOverSpace,
  implantUnmarked,
};
