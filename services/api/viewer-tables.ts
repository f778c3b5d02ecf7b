/** The analysts' tables that exist for a person, by the rights of now. Pure. */
import type { Viewer } from '#events/person/position.ts';
import { type TableName, tableNames } from '../analysis/tables.ts';

/** False where the organisation has withheld the right to the facts of cases. */
export const mayReadCaseFacts = ({ withheld }: Viewer): boolean => !withheld?.includes('analysisFacts');

export const readableTablesOf = (viewer: Viewer): readonly TableName[] =>
  tableNames.filter(name => name !== 'case_facts' || mayReadCaseFacts(viewer));
