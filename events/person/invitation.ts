/** An open invitation to an account. Its person does not exist before it is accepted. */
import type { Position } from './position.ts';

export type Invitation = {
  personId: string;
  orgId: string;
  position: Position;
  /** Ids of the doctors that an invited Assistant will serve. */
  serves: readonly string[];
  lang: 'en' | 'zh-CN';
  name: string;
  email: string;
  /** Time at which the invitation was last sent. ISO. */
  at: string;
  /** Id of the person who invited. */
  by: string;
};
