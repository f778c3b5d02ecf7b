/** The directory's events. Organisations and people share one stream, which keeps names unique. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import { optionKeySchemaFor } from '../case/fields.ts';
import { slotNames } from '../case/files.ts';
import { coverEvents } from './cover-events.ts';
import { organisationKinds } from './organisation.ts';
import { positions, switchableRights } from './position.ts';
import { secondFactorSources } from './single-sign-on-settings.ts';

const contact = z.object({
  userName: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Postal address in one line. Absent in older logs. */
  address: z.optional(z.nullable(z.string())),
});
const names = z.object({ en: z.string(), 'zh-CN': z.string() });
const invited = z.object({
  name: z.string(),
  /** Null: the invitation goes to the phone. */
  email: z.nullable(z.string()),
  /** Absent in older logs. */
  phone: z.optional(z.nullable(z.string())),
});
const unknown = { userName: '', name: '', phone: null, email: null };

const accountEvents = defineEvents({
  OrganisationAdded: {
    reaches: [],
    data: z.object({
      orgId: z.string(),
      name: z.string(),
      /** Absent in older logs. */
      names: z.optional(names),
      /** Absent in older logs. */
      kind: z.optional(z.enum(organisationKinds)),
      servedBy: z.string(),
      zone: z.string(),
    }),
  },
  /** Changes the fields that are present. */
  OrganisationChanged: {
    reaches: [],
    data: z.object({
      orgId: z.string(),
      names: z.optional(names),
      kind: z.optional(z.enum(organisationKinds)),
      zone: z.optional(z.string()),
      /** Positions that must sign in with a second factor. */
      secondFactor: z.optional(z.array(z.enum(positions))),
      /** Years for which completed cases are kept; null is without end. */
      keepYears: z.optional(z.nullable(z.int())),
      /** Id of the uploaded logo; null removes it. */
      logo: z.optional(z.nullable(z.string())),
      /** Treatment methods and product types that its doctors may choose. */
      methods: z.optional(z.array(optionKeySchemaFor('method'))),
      productTypes: z.optional(z.array(optionKeySchemaFor('productType'))),
    }),
  },
  /**
   * An Admin takes a right from a position of the organisation (`on` false), or gives it back. The reason is sealed
   * with the Admin's key.
   */
  RightSwitched: {
    reaches: [],
    data: z.object({
      orgId: z.string(),
      right: z.enum(switchableRights),
      position: z.enum(positions),
      on: z.boolean(),
      adminId: z.string(),
    }),
    personal: z.object({ reason: z.string() }),
    erased: { reason: '' },
  },
  /** The first doctor has dismissed the organisation's set-up list. */
  SetUpDismissed: { reaches: [], data: z.object({ orgId: z.string() }) },
  PersonAdded: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      orgId: z.string(),
      position: z.enum(positions),
      serves: z.array(z.string()),
      /** ISO time at which a trial account expires. */
      trialUntil: z.nullable(z.string()),
    }),
    personal: z.extend(contact, {
      /** An address that a new person gave without confirming it. It does not allow to sign in or to set a password. */
      unconfirmed: z.optional(z.string()),
    }),
    erased: unknown,
  },
  PersonChanged: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      serves: z.optional(z.array(z.string())),
      /** Id of the uploaded picture; null removes it. */
      avatar: z.optional(z.nullable(z.string())),
    }),
    personal: z.partial(contact),
    erased: {},
  },
  PersonFrozen: { reaches: [], data: z.object({ personId: z.string() }) },
  PersonUnfrozen: { reaches: [], data: z.object({ personId: z.string() }) },
  /** A trial account no longer expires. */
  AccountMadePermanent: { reaches: [], data: z.object({ personId: z.string() }) },
  /** The person accepted the terms of use and the privacy notice in these versions (terms.ts). */
  TermsAccepted: {
    reaches: [],
    data: z.object({ personId: z.string(), terms: z.string(), privacy: z.string() }),
  },
  /** The account is gone for good; the name stays in histories. Login, phone and e-mail are free again. */
  PersonRemoved: { reaches: [], data: z.object({ personId: z.string() }) },
  /** The position or the organisation changed; `serves` replaces the doctors whom an Assistant serves. */
  PersonMoved: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      position: z.enum(positions),
      orgId: z.string(),
      serves: z.array(z.string()),
      from: z.object({ position: z.enum(positions), orgId: z.string() }),
    }),
  },
  /** Sends an invitation. Accepting it appends `PersonAdded` with the same id. */
  PersonInvited: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      orgId: z.string(),
      position: z.enum(positions),
      serves: z.array(z.string()),
      /** Language of the invitation's message. */
      lang: z.enum(['en', 'zh-CN']),
      /** The import that this invitation belongs to. */
      importId: z.optional(z.string()),
    }),
    personal: invited,
    erased: { name: '', email: '' },
  },
  /** Sends the invitation again, with a new link. */
  InvitationRenewed: { reaches: [], data: z.object({ personId: z.string() }) },
  InvitationWithdrawn: { reaches: [], data: z.object({ personId: z.string() }) },
  /** Invites people from a file. Their `PersonInvited` follow in the same append. */
  PeopleImported: {
    reaches: [],
    data: z.object({ importId: z.string(), orgId: z.string(), count: z.int() }),
  },
  /** Withdraws all invitations of an import that are still open. */
  ImportWithdrawn: { reaches: [], data: z.object({ importId: z.string() }) },
  /** A doctor asks a colleague to share an assistant. The colleague agrees by a `PersonChanged` with `serves`. */
  AssistantOffered: { reaches: [], data: z.object({ personId: z.string(), doctorId: z.string() }) },
  /** The colleague declined, or the offer was withdrawn. */
  AssistantOfferEnded: { reaches: [], data: z.object({ personId: z.string(), doctorId: z.string() }) },
  /** An organisation's people may sign in by its provider. The client's secret is in the vault. */
  SingleSignOnSet: {
    reaches: [],
    data: z.object({
      orgId: z.string(),
      issuer: z.string(),
      clientId: z.string(),
      scope: z.string(),
      claim: z.string(),
      positions: z.array(z.object({ value: z.string(), position: z.enum(positions) })),
      secondFactor: z.enum(secondFactorSources),
    }),
  },
  SingleSignOnRemoved: { reaches: [], data: z.object({ orgId: z.string() }) },
  /** The person signs in by this subject of the organisation's provider from now on. */
  IdentityLinked: {
    reaches: [],
    data: z.object({ personId: z.string(), orgId: z.string(), issuer: z.string() }),
    personal: z.object({ subject: z.string() }),
    erased: { subject: '' },
  },
});

export const directoryEvents = { ...accountEvents, ...coverEvents };

/** Events of `session-<person>` that end sessions. They contain no secret. */
export const sessionEvents = defineEvents({
  SignedIn: { reaches: [], data: z.object({ personId: z.string(), sessionId: z.string() }) },
  SignedOut: { reaches: [], data: z.object({ personId: z.string(), sessionId: z.string() }) },
  /**
   * The person changed their second factors, or an Admin removed all. `started`: an app whose first code is still to be
   * entered. `kept`: passkeys confirmed after a reset of the password.
   */
  SecondFactorChanged: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      kind: z.enum(['totp', 'recovery', 'passkey', 'all']),
      change: z.enum(['started', 'added', 'renamed', 'kept', 'removed']),
    }),
  },
  /** `except`: the session from which the person ended the others. */
  SessionsEnded: {
    reaches: [],
    data: z.object({ personId: z.string(), before: z.string(), except: z.optional(z.string()) }),
  },
});

const upToWith = z.object({
  personId: z.string(),
  upTo: z.string(),
  messageIds: z.optional(z.array(z.string())),
});

/** Events of `inbox-<person>`: a person's read marks. Times are ISO. */
export const inboxEvents = defineEvents({
  MessagesRead: { reaches: [], data: z.object({ personId: z.string(), messageIds: z.array(z.string()) }) },
  /** `messageIds`: the newest of the messages that became read. Absent in older logs. */
  AllMessagesRead: { reaches: [], data: upToWith },
  /** Marks single messages as unread, or moves the read mark back to an earlier time. */
  MessagesKept: { reaches: [], data: z.object({ personId: z.string(), messageIds: z.array(z.string()) }) },
  AllReadTakenBack: { reaches: [], data: upToWith },
});

/** Events of `access-<person>` and `access-<case>`: reads and exports. They never enter a case's stream. */
export const dataAccessEvents = defineEvents({
  EyeOpened: { reaches: [], data: z.object({ personId: z.string() }) },
  /** The actor downloaded an original model. */
  ModelExported: {
    reaches: [],
    data: z.object({
      caseId: z.string(),
      fileId: z.string(),
      slot: z.nullable(z.enum(slotNames)),
      sha256: z.string(),
    }),
  },
  /** A workbook of the case list was made for `by`. Contains no names; a keyword is recorded only as present. */
  CaseListExported: {
    reaches: [],
    data: z.object({
      /** Rows in the file. */
      count: z.int(),
      /** Names and phones were masked. */
      masked: z.boolean(),
      filter: z.object({
        tab: z.optional(z.string()),
        filters: z.optional(z.array(z.int())),
        counter: z.optional(z.string()),
        productType: z.optional(z.array(z.int())),
        method: z.optional(z.array(z.int())),
        archived: z.optional(z.boolean()),
        keyword: z.optional(z.boolean()),
        /** Chosen cases that are in the file. */
        caseIds: z.optional(z.array(z.string())),
      }),
    }),
  },
});

export type DirectoryEvent = EventsOf<typeof directoryEvents>;
export type SessionEvent = EventsOf<typeof sessionEvents>;
export type InboxEvent = EventsOf<typeof inboxEvents>;
export type DataAccessEvent = EventsOf<typeof dataAccessEvents>;

export const directoryStream = 'directory';
export const sessionStreamOf = (personId: string) => `session-${personId}`;
export const inboxStreamPrefix = 'inbox-';
export const inboxStreamOf = (personId: string) => `${inboxStreamPrefix}${personId}`;
/** Returns the stream of reads and exports. @param id a person's or a case's */
export const dataAccessStreamOf = (id: string) => `access-${id}`;
