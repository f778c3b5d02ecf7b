/**
 * Events of covers, collaborators and cases handed over. They are in the directory's stream, which keeps rights in one
 * place.
 */
import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { collaboratorLevels } from './position.ts';

const collaboration = z.object({
  collaborationId: z.string(),
  caseId: z.string(),
  ownerId: z.string(),
  level: z.enum(collaboratorLevels),
  until: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
});

export const coverEvents = defineEvents({
  /** The person acts in the owner's place from `from` until `until` (exclusive). `caseIds`: null for all cases. */
  CoverArranged: {
    reaches: [],
    data: z.object({
      coverId: z.string(),
      personId: z.string(),
      ownerId: z.string(),
      caseIds: z.nullable(z.array(z.string())),
      from: z.string(),
      until: z.string(),
      days: z.object({ first: z.string(), last: z.string() }),
    }),
    personal: z.object({ note: z.string() }),
    erased: { note: '' },
  },
  /** One of the two doctors ended the cover early. */
  CoverEnded: {
    reaches: [],
    data: z.object({ coverId: z.string(), personId: z.string(), ownerId: z.string() }),
  },
  /**
   * Invites a doctor to one case by e-mail. The doctor takes part from `CollaboratorJoined` on. `until`: null without
   * an end.
   */
  CollaboratorInvited: {
    reaches: [],
    data: z.extend(collaboration, { lang: z.enum(['en', 'zh-CN']) }),
    personal: z.object({ address: z.string(), note: z.string() }),
    erased: { address: '', note: '' },
  },
  CollaboratorJoined: {
    reaches: [],
    data: z.extend(collaboration, { personId: z.string(), invitedBy: z.string() }),
  },
  /** Ended or withdrawn early. `personId`: null before anybody joined. */
  CollaboratorEnded: {
    reaches: [],
    data: z.object({ collaborationId: z.string(), personId: z.nullable(z.string()), caseId: z.string() }),
  },
  /** The case has a new owner. */
  CollaborationMoved: {
    reaches: [],
    data: z.object({ collaborationId: z.string(), personId: z.nullable(z.string()), ownerId: z.string() }),
  },
  /** Cases go to another owner for good; each case then records it. `caseIds`: null for all of them. */
  CasesHandedOver: {
    reaches: [],
    data: z.object({
      personId: z.string(),
      ownerId: z.string(),
      caseIds: z.nullable(z.array(z.string())),
    }),
    personal: z.object({ note: z.string() }),
    erased: { note: '' },
  },
});
