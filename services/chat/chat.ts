/** All chat commands, for the API and for sockets, with one rate limit per person over both. */
import { type ConversationClaims, type ConversationClaimsDeps, createConversationClaims } from './claims.ts';
import { createMessaging, type Messaging, type MessagingDeps } from './messaging.ts';
import { createReadMarks, type ReadMarks, type ReadMarksDeps } from './read-marks.ts';

export type Chat = { talk: Messaging; claims: ConversationClaims; marks: ReadMarks };

export function createChat(deps: MessagingDeps & ConversationClaimsDeps & ReadMarksDeps): Chat {
  const talk = createMessaging(deps);
  return { talk, claims: createConversationClaims(deps, talk), marks: createReadMarks(deps) };
}
