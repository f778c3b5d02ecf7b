/** What analysts read of a case's sealed sections: choices and a band of age, as of a submission. Pure. */
import type { Sections } from '../case/sections.ts';
import { builtinPresets } from '../preset/builtin.ts';
import { ageBandOn } from './bands.ts';

export type CaseFacts = {
  caseId: string;
  method: number | null;
  productType: number | null;
  arch: string | null;
  /** Null if the doctor is not sure, or has not answered. */
  extraction: boolean | null;
  ipr: boolean | null;
  /** Name of a built-in preset; `own` for a preset of the doctor, whose name is free text and may tell of a patient. */
  preset: string | null;
  sex: number | null;
  /** Band of the age at submission, five years wide: `25-29`. */
  ageBand: string | null;
  flags: readonly number[];
  corrections: readonly number[];
  /** The patient was erased: everything else is null or empty. */
  erased: boolean;
};

const answers: Partial<Record<string, boolean>> = { yes: true, no: false };
const yesOrNo = (answer: string | undefined): boolean | null => answers[answer ?? ''] ?? null;
const presetOf = (name: string | undefined): string | null => {
  if (name === undefined) return null;
  return Object.hasOwn(builtinPresets, name) ? name : 'own';
};

/** Returns what analysts read of a case's sections. @param day of the submission, yyyy-mm-dd */
export function caseFactsOf(caseId: string, sections: Partial<Sections>, day: string): CaseFacts {
  const { patient = {}, diagnosis = {}, prescription = {} } = sections;
  return {
    caseId,
    method: prescription.method ?? null,
    productType: prescription.productType ?? null,
    arch: prescription.arch ?? null,
    extraction: yesOrNo(prescription.extraction),
    ipr: yesOrNo(prescription.ipr),
    preset: presetOf(prescription.preset),
    sex: patient.gender ?? null,
    ageBand: ageBandOn(day, patient.birthDate),
    flags: diagnosis.flags ?? [],
    corrections: diagnosis.corrections ?? [],
    erased: false,
  };
}

export const factsOfErasedCase = (caseId: string): CaseFacts => ({
  ...caseFactsOf(caseId, {}, ''),
  erased: true,
});
