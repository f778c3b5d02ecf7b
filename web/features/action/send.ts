/** The props of an action's dialog, and how it sends its input. */
import type { Action } from '#events/case/rules.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CommandRefusal } from '#web/lib/act.ts';

export type Send = (action: Action, input: object) => Promise<CommandRefusal>;

export type FormProps = {
  action: Action;
  caseId: string;
  /** The case as its page shows it; undefined while it is read. */
  detail: CaseView | undefined;
  send: Send;
  onClose: () => void;
};
