/** Rules on the other tooth marks of a clear-aligner case, against its prescription and each other. */
import { orderedArches } from '../case/draft.ts';
import { marksOf } from '../case/markers.ts';
import { archOf, compareContacts, type Fdi, inScreenOrder, parseContact } from '../tooth/fdi.ts';
import { absentTeeth, setMarkRemovingConflicts, TOOTH_MARKS } from '../tooth/marks.ts';
import { clinicalDefaults } from './defaults.ts';
import {
  type ContradictionRule,
  createMarkersFix,
  createPrescriptionFix,
  createRuleFinding,
  difference,
  treatedTeethAtPositions,
} from './rule.ts';

const aligners = { method: 1 } as const;

/** A missing tooth is a finding; every other mark requests something. */
const asking = TOOTH_MARKS.filter(kind => kind !== 'missing');

const otherArchMarked: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: ({ sections: { prescription, markers } }) => {
    const arches = orderedArches(prescription);
    const marks = marksOf(markers);
    const inside = (tooth: Fdi) => arches.includes(archOf(tooth));
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
      createPrescriptionFix('archBoth', { arch: 'both' }),
      createMarkersFix('otherMarksOff', { ...kept, ipr: marks.ipr.filter(contactInside) }),
    ];
    return {
      values: { ...(teeth.length > 0 && { teeth }), ...(contacts.length > 0 && { contacts }) },
      ways,
      field,
    };
  },
};

const noPlaceToAttach: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noAttachment' },
  looks: facts => {
    const rx = facts.sections.prescription;
    const { noAttachment } = marksOf(facts.sections.markers);
    const there = treatedTeethAtPositions(facts, clinicalDefaults.arch);
    if (rx.attachmentPosition !== 'specified' || !rx.attachmentTypes?.length || there.length === 0)
      return null;
    if (!there.every(tooth => noAttachment.includes(tooth))) return null;
    const standard = { attachmentPosition: 'default' as const, attachmentTypes: undefined };
    return createRuleFinding(
      { attachmentType: rx.attachmentTypes },
      createPrescriptionFix('attachmentsDefault', standard),
      createMarkersFix('noAttachmentMarksOff', { noAttachment: [] }),
    );
  },
};

const spaceKeptAndClosed: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'reserveSpace' },
  looks: ({ sections: { prescription, markers } }) => {
    const teeth = inScreenOrder(marksOf(markers).reserveSpace);
    if (prescription.gaps !== 'close-all' || teeth.length === 0) return null;
    return createRuleFinding(
      { teeth },
      createPrescriptionFix('gapsKeepSome', { gaps: 'keep-some' }),
      createMarkersFix('spaceMarksOff', { reserveSpace: [] }),
    );
  },
};

const gapsUnplaced: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'reserveSpace' },
  looks: ({ sections: { prescription, markers } }) =>
    prescription.gaps === 'keep-some' && !markers.reserveSpace?.length
      ? createRuleFinding({}, createPrescriptionFix('gapsClose', { gaps: 'close-all' }))
      : null,
};

const spaceWhereTooth: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'reserveSpace' },
  looks: ({ sections: { markers } }) => {
    const marks = marksOf(markers);
    const teeth = inScreenOrder(difference(marks.reserveSpace, absentTeeth(marks)));
    if (teeth.length === 0) return null;
    return createRuleFinding(
      { teeth },
      createMarkersFix(
        'markMissing',
        teeth.reduce((so, tooth) => setMarkRemovingConflicts(so, 'missing', tooth), marks),
      ),
      createMarkersFix('spaceMarksOff', { reserveSpace: difference(marks.reserveSpace, teeth) }),
    );
  },
};

const implantUnmarked: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'missing' },
  looks: ({ sections: { prescription, markers } }) => {
    const { missing, reserveSpace, noMove } = marksOf(markers);
    const marked = missing.length + reserveSpace.length + noMove.length > 0;
    return prescription.productType === 3 && !marked
      ? createRuleFinding({ productType: [3] }, createPrescriptionFix('productNone', { productType: 4 }))
      : null;
  },
};

export const markRules = {
  otherArchMarked,
  noPlaceToAttach,
  spaceKeptAndClosed,
  gapsUnplaced,
  spaceWhereTooth,
  implantUnmarked,
};
