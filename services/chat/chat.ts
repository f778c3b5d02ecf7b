/** All chat commands, for the API and for sockets, with one rate limit per person over both. */
import { type Claims, type ClaimsDeps, createClaims } from './claims.ts';
import { createMarks, type Marks, type MarksDeps } from './marks.ts';
import { createTalk, type Talk, type TalkDeps } from './talk.ts';

export type Chat = { talk: Talk; claims: Claims; marks: Marks };

export function createChat(deps: TalkDeps & ClaimsDeps & MarksDeps): Chat {
  const talk = createTalk(deps);
  return { talk, claims: createClaims(deps, talk), marks: createMarks(deps) };
}
