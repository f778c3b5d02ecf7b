/** The analysts' tables that a person may read with the present rights. Pure. */
import type { Viewer } from '#events/person/position.ts';
import { type TableName, tableNames } from '../analysis/tables.ts';

/** Returns false if the organisation has withheld the right to the facts of cases. */
export const mayReadCaseFacts = ({ withheld }: Viewer): boolean => !withheld?.includes('analysisFacts');

export const readableTablesOf = (viewer: Viewer): readonly TableName[] =>
  tableNames.filter(name => name !== 'case_facts' || mayReadCaseFacts(viewer));
