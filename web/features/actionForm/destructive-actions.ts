import type { Action } from '#events/case/rules.ts';

/** Destructive actions: shown in red, with a confirmation. */
export const destructiveActions: readonly Action[] = [
  'deleteDraft',
  'deniedCase',
  'withdraw',
  'batchFailed',
  'reportLost',
  'returnToDesign',
];
