/** Checks that a token belongs to a running session. */
import { limits } from '#events/case/limits.ts';
import { Refusal } from '#events/errors.ts';
import { viewerInDirectory } from '#events/person/person-viewer.ts';
import { isTrialOver } from '#events/person/trial.ts';
import type { Session, SessionsState } from './session.ts';

export type VerifySessionOptions = { act: boolean; held?: boolean };

/** The person of a session, if still admitted. @throws Refusal sessionEnded */
async function stillAdmitted({ directory, people, clock }: SessionsState, personId: string) {
  // The read models may lag, so a new person is looked up in the stream.
  const known = directory().people.has(personId) ? directory() : await people.current();
  const person = known.people.get(personId);
  if (!person || person.frozen || isTrialOver(known, person, clock.now())) throw new Refusal('sessionEnded');
  return { known, person };
}

/** See `Sessions.verify`. @throws Refusal loginExpired, sessionEnded, secondFactorMissing */
export async function verifySession(
  live: SessionsState,
  text: string | undefined,
  { act, held: mayBeHeld = false }: VerifySessionOptions,
): Promise<Session> {
  if (!text) throw new Refusal('loginExpired');
  const { personId, sessionId, issuedAt, expiresAt } = await live.tokens.read(text);
  if (live.endings.has(personId, sessionId)) throw new Refusal('sessionEnded');
  const now = live.clock.now();
  const lastUse = live.used.get(sessionId);
  if (now >= expiresAt && (lastUse === undefined || now - lastUse >= limits.idleMs)) {
    live.used.delete(sessionId);
    throw new Refusal('loginExpired');
  }
  const { known, person } = await stillAdmitted(live, personId);
  const held = await live.hold.holds(known, person, sessionId);
  if (held && !mayBeHeld) throw new Refusal('secondFactorMissing');
  if (act) {
    touch(live.used, sessionId, now);
    live.records.used({ personId, sessionId });
  }
  const viewer = viewerInDirectory(known, person, now);
  return { person, viewer, sessionId, token: text, issuedAt, expiresAt, held };
}

/** Moves a session to the end of the map, so that expired entries are at the front and are removed first. */
function touch(used: Map<string, number>, sessionId: string, now: number): void {
  used.delete(sessionId);
  used.set(sessionId, now);
  for (const [id, at] of used) {
    if (now - at < limits.idleMs) return;
    used.delete(id);
  }
}
