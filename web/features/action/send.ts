/** What a dialog needs of the world: it sends its input, and learns which fields were refused. */

import type { Action } from '#events/case/rules.ts';
import type { Issue } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';

/** What was refused, by field; null where it was done. */
export type Sent = null | { issues: Issue[]; message: string };
export type Send = (action: Action, input: object) => Promise<Sent>;

export type FormProps = {
  action: Action;
  caseId: string;
  /** The case as its page shows it; undefined while it is read. */
  detail: CaseView | undefined;
  send: Send;
  onClose: () => void;
};
