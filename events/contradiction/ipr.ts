/** Rules on the contacts that are marked for IPR in a clear-aligner case. */
import { marksOf } from '../case/markers.ts';
import { compareContacts, type Fdi, inScreenOrder, isToothBetween, parseContact } from '../tooth/fdi.ts';
import { absentTeeth, iprBetweenNeighbours, isFrontContact } from '../tooth/marks.ts';
import { clinicalDefaults } from './defaults.ts';
import {
  type ContradictionRule,
  createMarkersFix,
  createPrescriptionFix,
  createRuleFinding,
  difference,
  intersection,
} from './rule.ts';

const aligners = { method: 1 } as const;

const iprMarked: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { prescription, markers } }) => {
    if (prescription.ipr !== 'no' || !markers.ipr?.length) return null;
    return createRuleFinding(
      { contacts: markers.ipr.map(ipr => ipr.contact).sort(compareContacts) },
      createPrescriptionFix('iprYes', { ipr: 'yes' }),
      createMarkersFix('iprMarksOff', { ipr: [] }),
    );
  },
};

const iprTooMuch: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { markers } }) => {
    const { ipr } = marksOf(markers);
    const over = ipr.filter(
      ({ contact, mm = 0 }) => mm > clinicalDefaults.iprFrontMax && isFrontContact(contact),
    );
    if (over.length === 0) return null;
    const less = ipr.map(one => (over.includes(one) ? { ...one, mm: clinicalDefaults.iprFrontMax } : one));
    const mm = [clinicalDefaults.iprFrontMax];
    return createRuleFinding(
      { contacts: over.map(one => one.contact).sort(compareContacts), mm },
      createMarkersFix('iprLess', { ipr: less }, { mm }),
    );
  },
};

/** Teeth on both sides of a kept space never touch, so IPR is impossible. */
const iprOverSpace: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { markers } }) => {
    const marks = marksOf(markers);
    const kept = intersection<Fdi>(absentTeeth(marks), marks.reserveSpace);
    const spaces = ({ contact }: { contact: string }) => {
      const pair = parseContact(contact);
      return pair ? kept.filter(tooth => isToothBetween(tooth, pair)) : [];
    };
    const over = iprBetweenNeighbours(marks).filter(ipr => spaces(ipr).length > 0);
    if (over.length === 0) return null;
    const teeth = inScreenOrder(over.flatMap(spaces));
    const contacts = over.map(ipr => ipr.contact).sort(compareContacts);
    const spaceOff = { reserveSpace: difference(marks.reserveSpace, teeth) };
    return createRuleFinding(
      { contacts, teeth },
      createMarkersFix('iprOffAt', { ipr: difference(marks.ipr, over) }, { contacts }),
      createMarkersFix('spaceOffAt', spaceOff, { teeth }),
    );
  },
};

export const iprRules = {
  iprMarked,
  iprTooMuch,
  iprOverSpace,
};
