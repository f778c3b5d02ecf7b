/**
 * The table of audited events. Every kind of stream has a line, and every event of an audited stream a kind or null, so
 * that a new event without its line does not compile.
 */
import type { EventOf, StreamName } from '../streams.ts';

export const auditKinds = [
  'signIn',
  'failure',
  'freeze',
  'factor',
  'account',
  'rights',
  'organisation',
  'reveal',
  'download',
  'export',
  'share',
  'erasure',
  'audit',
] as const;
export type AuditKind = (typeof auditKinds)[number];

type Acts<K extends StreamName> = Readonly<Record<EventOf<K>['type'], AuditKind | null>>;

/** Null for a kind of stream without audited events. A case's stream names only its audited events. */
type Table = { readonly [K in StreamName]: null | (K extends 'case' ? Partial<Acts<K>> : Acts<K>) };

const auditedEvents = {
  access: { EyeOpened: 'reveal', ModelExported: 'download', CaseListExported: 'export' },
  addresses: null,
  amend: null,
  article: null,
  audit: {
    SignInsFailed: 'failure',
    RecordDownloaded: 'download',
    EventsExported: 'export',
    QuestionAsked: 'export',
    FigureOpened: 'export',
    TableDownloaded: 'export',
    TablesExported: 'export',
    VersionsCompared: 'export',
    AuditRead: 'audit',
    AuditExported: 'audit',
    LogSealed: null,
  },
  case: { PatientErased: 'erasure' },
  chat: null,
  claim: null,
  dataRequest: {
    DataRequested: 'erasure',
    DataRequestConfirmed: 'erasure',
    DataRequestWithdrawn: 'erasure',
    PatientErasureDone: null,
    PatientCopyMade: 'erasure',
    PatientCopyStopped: 'erasure',
  },
  desk: null,
  directory: {
    OrganisationAdded: 'organisation',
    OrganisationChanged: 'organisation',
    RightSwitched: 'rights',
    SetUpDismissed: null,
    SingleSignOnSet: 'organisation',
    SingleSignOnRemoved: 'organisation',
    PersonAdded: 'account',
    PersonChanged: 'account',
    PersonFrozen: 'freeze',
    PersonUnfrozen: 'freeze',
    AccountMadePermanent: 'account',
    TermsAccepted: 'account',
    PersonRemoved: 'account',
    PersonMoved: 'rights',
    PersonInvited: 'account',
    InvitationRenewed: 'account',
    InvitationWithdrawn: 'account',
    PeopleImported: 'account',
    ImportWithdrawn: 'account',
    IdentityLinked: 'account',
    AssistantOffered: 'rights',
    AssistantOfferEnded: 'rights',
    CollaboratorInvited: 'rights',
    CollaboratorJoined: 'rights',
    CollaboratorEnded: 'rights',
    CollaborationMoved: 'rights',
    CoverArranged: 'rights',
    CoverEnded: 'rights',
    CasesHandedOver: 'rights',
  },
  inbox: null,
  mail: null,
  marks: null,
  notebookKeys: { NotebookKeyMade: 'rights', NotebookKeyEnded: 'rights' },
  notice: null,
  presets: null,
  // Not audited, because saving a question discloses nothing. Running one is audited (`QuestionAsked`).
  question: null,
  release: null,
  review: null,
  seen: null,
  session: {
    SignedIn: 'signIn',
    SignedOut: 'signIn',
    SecondFactorChanged: 'factor',
    SessionsEnded: 'signIn',
  },
  share: { ShareMade: 'share', ShareRevoked: 'share' },
} as const satisfies Table;

type Audited = typeof auditedEvents;
type TypesIn<K extends StreamName> = {
  [T in keyof Audited[K]]: Audited[K][T] extends null ? never : T;
}[keyof Audited[K]];
/** Kinds of stream with audited events. */
export type AuditedStream = { [K in StreamName]: Audited[K] extends null ? never : K }[StreamName];
/** Types of audited events. Each has a sentence in `audit.json`. */
export type AuditedType = { [K in AuditedStream]: TypesIn<K> }[AuditedStream];

const kindsByType: ReadonlyMap<string, AuditKind> = new Map(
  Object.values(auditedEvents).flatMap(table =>
    Object.entries<AuditKind | null>(table ?? {}).flatMap(([type, kind]) =>
      kind === null ? [] : [[type, kind] as const],
    ),
  ),
);

const isAuditedType = (type: string): type is AuditedType => kindsByType.has(type);

/** The audited type of an event and its kind; undefined for an event that is not audited. */
export function auditKindOf(type: string): { type: AuditedType; kind: AuditKind } | undefined {
  const kind = kindsByType.get(type);
  return kind !== undefined && isAuditedType(type) ? { type, kind } : undefined;
}

const isAuditedStream = (name: StreamName): name is AuditedStream => auditedEvents[name] !== null;

/** Kinds of stream with audited events, by the table. */
export const auditedStreams: readonly AuditedStream[] = Object.keys(auditedEvents).filter(
  // Cast: the keys of the table are the names of the streams.
  (name): name is AuditedStream => isAuditedStream(name as StreamName),
);
