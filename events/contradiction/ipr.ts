/** Rules on the contacts that are marked for IPR in a clear-aligner case. */
import { marksOf } from '../case/markers.ts';
import { compareContacts, type Fdi, inScreenOrder, isBetween, parseContact } from '../tooth/fdi.ts';
import { absentTeeth, iprBetweenNeighbours, isFrontContact } from '../tooth/marks.ts';
import { clinicalDefaults } from './defaults.ts';
import { excluding, intersection, markersFix, prescriptionFix, type Rule, ruleFinding } from './rule.ts';

const aligners = { method: 1 } as const;

const iprMarked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'ipr' },
  looks: ({ sections: { prescription, markers } }) => {
    if (prescription.ipr !== 'no' || !markers.ipr?.length) return null;
    return ruleFinding(
      { contacts: markers.ipr.map(ipr => ipr.contact).sort(compareContacts) },
      prescriptionFix('iprYes', { ipr: 'yes' }),
      markersFix('iprMarksOff', { ipr: [] }),
    );
  },
};

const iprTooMuch: Rule = {
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
    return ruleFinding(
      { contacts: over.map(one => one.contact).sort(compareContacts), mm },
      markersFix('iprLess', { ipr: less }, { mm }),
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
    const kept = intersection<Fdi>(absentTeeth(marks), marks.reserveSpace);
    const spaces = ({ contact }: { contact: string }) => {
      const pair = parseContact(contact);
      return pair ? kept.filter(tooth => isBetween(tooth, pair)) : [];
    };
    const over = iprBetweenNeighbours(marks).filter(ipr => spaces(ipr).length > 0);
    if (over.length === 0) return null;
    const teeth = inScreenOrder(over.flatMap(spaces));
    const contacts = over.map(ipr => ipr.contact).sort(compareContacts);
    const spaceOff = { reserveSpace: excluding(marks.reserveSpace, teeth) };
    return ruleFinding(
      { contacts, teeth },
      markersFix('iprOffAt', { ipr: excluding(marks.ipr, over) }, { contacts }),
      markersFix('spaceOffAt', spaceOff, { teeth }),
    );
  },
};

export const iprRules = {
  iprMarked,
  iprTooMuch,
  iprOverSpace,
};
