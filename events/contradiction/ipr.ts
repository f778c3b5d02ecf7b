/** Rules on the contacts that are marked for IPR in a clear-aligner case. */
import { marksOf } from '../case/markers.ts';
import { compareContacts, type Fdi, inScreenOrder, isBetween, parseContact } from '../tooth/fdi.ts';
import { absentTeeth, iprInPlace, isFrontContact } from '../tooth/marks.ts';
import { clinical } from './defaults.ts';
import { among, byMarkers, byPrescription, found, type Rule, without } from './rule.ts';

const aligners = { method: 1 } as const;

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

export const iprRules = {
  iprMarked,
  iprTooMuch,
  iprOverSpace,
};
