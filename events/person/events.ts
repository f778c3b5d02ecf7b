/** The directory's events: organisations and people, one stream, so that names stay unique. */
import * as z from 'zod/mini';
import { type EventsOf, family } from '../case/define.ts';
import { slotNames } from '../case/files.ts';
import { positions } from './position.ts';

const contact = z.object({
  userName: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
const unknown = { userName: '', name: '', phone: null, email: null };

export const directoryEvents = family({
  OrganisationAdded: {
    reaches: [],
    data: z.object({ orgId: z.string(), name: z.string(), servedBy: z.string(), zone: z.string() }),
  },
  PersonAdded: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      orgId: z.string(),
      position: z.enum(positions),
      serves: z.array(z.string()),
      /** ISO time at which a trial account stops. */
      trialUntil: z.nullable(z.string()),
    }),
    personal: contact,
    erased: unknown,
  },
  PersonChanged: {
    reaches: [],
    data: z.object({ personId: z.string(), serves: z.optional(z.array(z.string())) }),
    personal: z.partial(contact),
    erased: {},
  },
  PersonFrozen: { reaches: [], data: z.object({ personId: z.string() }) },
  PersonUnfrozen: { reaches: [], data: z.object({ personId: z.string() }) },
});

/** Events of `session-<person>`: what ends sessions; no secret is in them. */
export const sessionEvents = family({
  SignedIn: { reaches: [], data: z.object({ personId: z.string(), sessionId: z.string() }) },
  SignedOut: { reaches: [], data: z.object({ personId: z.string(), sessionId: z.string() }) },
  SessionsEnded: { reaches: [], data: z.object({ personId: z.string(), before: z.string() }) },
});

const upToWith = z.object({
  personId: z.string(),
  upTo: z.string(),
  messageIds: z.optional(z.array(z.string())),
});

/** Events of `inbox-<person>`: how far a person has read. Times are ISO. */
export const inboxEvents = family({
  MessagesRead: { reaches: [], data: z.object({ personId: z.string(), messageIds: z.array(z.string()) }) },
  /** `messageIds`: those that it turned from unread to read, the newest of them; older logs do not name them. */
  AllMessagesRead: { reaches: [], data: upToWith },
  /** Marked as unread again, one by one; and all that was read at once, taken back to an earlier time. */
  MessagesKept: { reaches: [], data: z.object({ personId: z.string(), messageIds: z.array(z.string()) }) },
  AllReadTakenBack: { reaches: [], data: upToWith },
});

/** Events of `access-<person>` and `access-<case>`: what was opened, and what was taken out; never in a case's stream. */
export const accessEvents = family({
  EyeOpened: { reaches: [], data: z.object({ personId: z.string() }) },
  /** Bytes of an original model were given to whoever did this. */
  ModelExported: {
    reaches: [],
    data: z.object({
      caseId: z.string(),
      fileId: z.string(),
      slot: z.nullable(z.enum(slotNames)),
      sha256: z.string(),
    }),
  },
  /** A workbook of the case list was made for its `by`. Holds no names: of a keyword only that there was one. */
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
export type AccessEvent = EventsOf<typeof accessEvents>;

export const directoryStream = 'directory';
export const sessionStream = (personId: string) => `session-${personId}`;
export const inboxPrefix = 'inbox-';
export const inboxStream = (personId: string) => `${inboxPrefix}${personId}`;
/** @param id a person's or a case's */
export const accessStream = (id: string) => `access-${id}`;
