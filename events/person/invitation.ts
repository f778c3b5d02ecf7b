/** An open invitation to an account. Its person does not exist before it is accepted. */
import { isEmail } from './contact.ts';
import type { Position } from './position.ts';

export type Invitation = {
  personId: string;
  orgId: string;
  position: Position;
  /** Ids of the doctors that an invited Assistant will serve. */
  serves: readonly string[];
  lang: 'en' | 'zh-CN';
  name: string;
  /** Null or empty: the invitation goes to the phone. */
  email: string | null;
  phone: string | null;
  /** Id of the import that invited. */
  importId: string | null;
  /** Time at which the invitation was last sent. ISO. */
  at: string;
  /** Id of the person who invited. */
  by: string;
};

type Addresses = Pick<Invitation, 'email' | 'phone'>;

/** The address that gets the link. Opening it confirms this address; the other one remains unconfirmed. */
export const invitedAddress = ({ email, phone }: Addresses): string => email || phone || '';

/** True if the link goes out as a text message. */
export const isInvitedByPhone = (to: Addresses): boolean => !isEmail(invitedAddress(to));
