/** All chat commands, for the API and for sockets, with one rate limit per person over both. */
import { type Claims, type ClaimsDeps, createClaims } from './claims.ts';
import { createMessaging, type Messaging, type MessagingDeps } from './messaging.ts';
import { createReadMarks, type ReadMarks, type ReadMarksDeps } from './read-marks.ts';

export type Chat = { talk: Messaging; claims: Claims; marks: ReadMarks };

export function createChat(deps: MessagingDeps & ClaimsDeps & ReadMarksDeps): Chat {
  const talk = createMessaging(deps);
  return { talk, claims: createClaims(deps, talk), marks: createReadMarks(deps) };
}
