/**
 * The kinds of conversations. Rights, rooms, search, lists, the desk, erasing and the pages' switch follow from this
 * table; the dictionaries hold each kind's words (`chat:kind`).
 */
import { dutyPositions } from '../desk/rights.ts';
import { clinicians, type Position } from '../person/position.ts';

type Kind = {
  /** The owner of the id in its address, `<kind>.<id>`. */
  of: 'doctor' | 'case';
  /** The owner and the assistants who serve the owner take part. */
  ownSide: boolean;
  /** Positions of the serving organisation that take part; in a case's conversation only those who see the case. */
  staff: readonly Position[];
  /** It opens once the case has reached production. */
  afterProduction: boolean;
  /** The service desk answers it: claims, answer clock, escalation. */
  desk: boolean;
  /** Positions that have it in their lists from its first message; others do once they write or are mentioned. */
  joins: readonly Position[];
  /** Positions that read the patient's name masked in it. */
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

/** Pages offer a case's conversations in this order and open the first one in which the person takes part. */
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

/** The boundary: keys of a literal are its kinds. */
export const kindNames = Object.keys(kinds) as ConversationKind[];
export const caseKinds = kindNames.filter(kind => conversationKinds[kind].of === 'case');

/** Those who ask; everybody else answers. */
export const asking: readonly Position[] = clinicians;

/** Whether anybody of a position ever takes part in a kind. */
export function takesPart(position: Position, kind: ConversationKind): boolean {
  const { ownSide, staff } = conversationKinds[kind];
  return staff.includes(position) || (ownSide && asking.includes(position));
}

/** The kind in which a person of a position talks about a case; undefined for a position without one. */
export const firstCaseKind = (position: Position): ConversationKind | undefined =>
  caseKinds.find(kind => takesPart(position, kind));
