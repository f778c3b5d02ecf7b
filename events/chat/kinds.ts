/**
 * The kinds of conversations. Rights, rooms, search, lists, the desk, erasure and the pages' tabs follow from
 * this table; the dictionaries hold each kind's words (`chat:kind`).
 */
import { dutyPositions } from '../desk/rights.ts';
import { clinicians, type Position } from '../person/position.ts';

type Kind = {
  /** Owner of the conversation, whose id is in the conversation's id `<kind>.<id>`. */
  of: 'doctor' | 'case';
  /** The owner and the owner's assistants take part. */
  ownSide: boolean;
  /**
   * Positions of the serving organisation that take part; in a case's conversation only people who see the
   * case.
   */
  staff: readonly Position[];
  /** Available once the case has reached production. */
  afterProduction: boolean;
  /** Handled by the service desk: claims, answer clock, escalation. */
  desk: boolean;
  /**
   * Positions that list the conversation from its first message. Others list it once they write or are mentioned.
   */
  joins: readonly Position[];
  /** Positions that see the patient's name masked in it. */
  masked: readonly Position[];
};

const caseStaff = ['Technician', 'Specialist', 'SuperMechanic', 'Service', 'Admin'] as const;
const common = {
  of: 'case',
  ownSide: false,
  afterProduction: false,
  desk: false,
  joins: [],
  masked: [],
} as const;

/** Pages list a case's conversations in this order, and open the first one in which the person takes part. */
const kinds = {
  service: { ...common, of: 'doctor', ownSide: true, staff: dutyPositions, desk: true },
  case: { ...common, ownSide: true, staff: caseStaff, desk: true },
  internal: { ...common, staff: caseStaff },
  production: {
    ...common,
    staff: [...caseStaff, 'VendorAdmin'],
    afterProduction: true,
    joins: ['VendorAdmin'],
    masked: ['VendorAdmin'],
  },
} as const satisfies Record<string, Kind>;

export type ConversationKind = keyof typeof kinds;
export const conversationKinds: Readonly<Record<ConversationKind, Kind>> = kinds;

/** Cast: the keys of the literal are the kinds. */
export const conversationKindNames = Object.keys(kinds) as ConversationKind[];
export const caseConversationKinds = conversationKindNames.filter(
  kind => conversationKinds[kind].of === 'case',
);

/** Positions that ask questions in conversations; all others answer. */
export const askingPositions: readonly Position[] = clinicians;

/** Whether a position can take part in a kind. */
export function mayTakePart(position: Position, kind: ConversationKind): boolean {
  const { ownSide, staff } = conversationKinds[kind];
  return staff.includes(position) || (ownSide && askingPositions.includes(position));
}

/** Whether a position can take part in any conversation. An Analyst cannot. */
export const mayTalk = (position: Position): boolean =>
  conversationKindNames.some(kind => mayTakePart(position, kind));

/** The kind in which a position first talks about a case; undefined if there is none. */
export const firstCaseConversationKind = (position: Position): ConversationKind | undefined =>
  caseConversationKinds.find(kind => mayTakePart(position, kind));
