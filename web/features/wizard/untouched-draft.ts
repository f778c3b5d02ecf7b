/**
 * Drafts that were created and left empty: a new case reuses such a draft instead of adding another nameless
 * one. Pure.
 */
import type { Prescription } from '#events/case/sections.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';

/** Minimum age, ms: well beyond a session, so that no open page of another patient still shows the draft. */
const restMs = 60 * 60_000;

type Row = Pick<CaseListItem, 'patientName' | 'parentId' | 'updatedAt' | 'owner'>;

/** Nameless, owned by this doctor, no refinement, and unused for an hour. */
export const mayBeUntouchedDraft = (row: Row, ownerId: string, now: number): boolean =>
  row.patientName === '' &&
  row.parentId === null &&
  row.owner.id === ownerId &&
  now - Date.parse(row.updatedAt) > restMs;

/**
 * Returns the value with its keys sorted and undefined entries dropped, so that equal drafts compare equal.
 */
const plain = (value: object): string =>
  JSON.stringify(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .toSorted(),
  );

const initialSections: readonly string[] = ['doctor', 'clinic'];

/** Whether a draft contains only the initial values of a new case. @param fresh the initial prescription */
export function isUntouchedDraft(
  { sections, files }: Pick<CaseView, 'sections' | 'files'>,
  fresh: Prescription,
): boolean {
  const { patient = {}, diagnosis = {}, prescription = {}, markers } = sections;
  const typed = Object.entries(patient).filter(
    ([field, v]) => v !== undefined && !initialSections.includes(field),
  );
  const answered = Object.values(diagnosis).filter(v => v !== undefined);
  return (
    files.length + typed.length + answered.length === 0 &&
    markers?.confirmed !== true &&
    plain(prescription) === plain(fresh)
  );
}
