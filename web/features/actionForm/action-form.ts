/** Props of an action's dialog. */
import type { Action } from '#events/case/rules.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CommandRefusal } from '#web/lib/act.ts';

export type SendAction = (action: Action, input: object) => Promise<CommandRefusal>;

export type ActionFormProps = {
  action: Action;
  caseId: string;
  /** The case view; undefined while loading. */
  detail: CaseView | undefined;
  send: SendAction;
  onClose: () => void;
};
