/** The host of a page's action dialogs, as the buttons on the page see it. */
import { createContext, useContext } from 'react';
import type { Action } from '#events/case/rules.ts';
import type { Status } from '#events/case/status.ts';

export type ActionableCase = {
  caseId: string;
  status: Status;
  actions: readonly Action[];
  /** Primary action that the server names. Replaces the primary action of the status. */
  lead?: Action | null;
  /** Treatment method of the case: 2 is lingual. */
  method?: 1 | 2 | null;
  missing?: readonly string[];
};

type Host = { run: (action: Action, item: ActionableCase) => void; pending: ReadonlySet<string> };

export const ActionHostContext = createContext<Host>({ run: () => undefined, pending: new Set() });
export const useActionHost = () => useContext(ActionHostContext);
