/** Converts the case page's wear record for the wear rules: authors by id. */
import type { WearRecord } from '#events/wear/wear.ts';
import type { CaseView } from '#projections/case/view.ts';

export const wearRecordOf = ({ wear }: Pick<CaseView, 'wear'>): WearRecord | null =>
  wear && { ...wear, by: wear.by.id };

/** A wear record that has not been saved, for previews. */
export const unsavedWearRecord = (record: Pick<WearRecord, 'start' | 'stage' | 'days'>): WearRecord => ({
  ...record,
  by: '',
  at: '',
  holds: [],
  longer: {},
  changes: [],
});
