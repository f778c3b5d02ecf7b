/** Rules on the patient's dates, and on records that contradict the form. */
import { clinicalDefaults } from './defaults.ts';
import { type ContradictionRule, createDiagnosisFix, createPatientFix, createRuleFinding } from './rule.ts';

/** A masked or incomplete date is not a day. */
const isDay = (day: string | undefined): day is string =>
  day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day);

/** Whole years between two days, YYYY-MM-DD. */
const yearsBetween = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);

const visitBeforeBirth: ContradictionRule = {
  level: 'error',
  at: { section: 'patient', field: 'visitDate' },
  looks: ({ sections: { patient } }) => {
    const { birthDate, visitDate } = patient;
    if (!isDay(birthDate) || !isDay(visitDate) || visitDate >= birthDate) return null;
    return createRuleFinding({}, createPatientFix('visitOff', { visitDate: undefined }));
  },
};

const tooYoung: ContradictionRule = {
  level: 'warning',
  at: { section: 'patient', field: 'birthDate' },
  looks: ({ sections: { patient }, today }) => {
    if (!isDay(patient.birthDate)) return null;
    const years = yearsBetween(patient.birthDate, today);
    if (years < 0 || years >= clinicalDefaults.permanentTeethFrom) return null;
    return createRuleFinding({ years: [years] }, createPatientFix('birthAgain', { birthDate: undefined }));
  },
};

const biteScanned: ContradictionRule = {
  level: 'warning',
  at: { section: 'files', field: 'bite' },
  looks: ({ sections: { diagnosis }, files }) =>
    diagnosis.bite === 'not-taken' && files.some(file => file.slot === 'bite')
      ? createRuleFinding({}, createDiagnosisFix('biteTaken', { bite: 'taken' }))
      : null,
};

export const recordRules = { visitBeforeBirth, tooYoung, biteScanned };
