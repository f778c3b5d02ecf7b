/** The record of a case's page as the rules take it: who wrote it by id. */
import type { WearRecord } from '#events/wear/wear.ts';
import type { CaseView } from '#projections/case/view.ts';

export const recordOf = ({ wear }: Pick<CaseView, 'wear'>): WearRecord | null =>
  wear && { ...wear, by: wear.by.id };

/** A record that is still being thought of. */
export const draftOf = (record: Pick<WearRecord, 'start' | 'stage' | 'days'>): WearRecord => ({
  ...record,
  by: '',
  at: '',
  holds: [],
  longer: {},
  changes: [],
});
