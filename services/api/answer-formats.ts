/** Answer formats that several routes share. */
import { createHash } from 'node:crypto';
import type { CaseState } from '#events/case/case.ts';
import { isOnDoctorSide, listActionsFor } from '#events/case/permissions.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import { statusWord } from '#events/case/status.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { avatarPathOf, type Person } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { maskSections } from '#projections/case/present-sections.ts';
import { maskName, maskPhone } from '#projections/present.ts';
import type { ApiContext } from '../http/context.ts';
import type { PersonItem } from './answers.ts';

/** Presents a case after a command. The page of the acting person shows it until the read model has the new row. */
export function presentCommandedCase(viewer: Viewer, state: CaseState) {
  return {
    caseId: state.caseId,
    status: state.status,
    statusWord: statusWord(state.status, isOnDoctorSide(viewer, state)),
    revision: state.revision,
    actions: listActionsFor(viewer, state),
    /** Id of the refinement that the command opened. */
    childId: state.childId,
  };
}

export function presentPerson(p: Person, hidden: boolean): PersonItem {
  return {
    id: p.id,
    userName: p.userName,
    name: hidden ? maskName(p.name) : p.name,
    userIcon: avatarPathOf(p),
    position: p.position,
    orgId: p.orgId,
    phone: p.phone && hidden ? maskPhone(p.phone) : p.phone,
    email: p.email,
    serves: p.serves,
    trialUntil: p.trialUntil,
    frozen: p.frozen,
  };
}

/** ETag of a person's view of a case: `"<revision>-<hash of the view>"`. */
export function etagOf(revision: number, shown: unknown): string {
  const hash = createHash('sha1').update(JSON.stringify(shown)).digest('base64url').slice(0, 10);
  return `"${Math.max(revision, 0)}-${hash}"`;
}

/** Returns true if If-None-Match names the ETag. A compressing proxy marks it as weak (`W/`). */
export function isNotModified(c: ApiContext, etag: string): boolean {
  const known = c.req.header('if-none-match') ?? '';
  return known.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Returns the revision in If-Match, or none if the header is absent or `*`. Returns the refusal of an unreadable
 * header instead of throwing it, because other checks come first.
 */
export function readIfMatch(c: ApiContext): { ifRevision?: number; refusal?: Refusal } {
  const header = c.req.header('if-match')?.trim();
  if (header === undefined || header === '*') return {};
  const [, digits] = /^(?:W\/)?"(\d{1,9})(?:-[\w-]*)?"$/.exec(header) ?? [];
  return digits === undefined ? { refusal: badField('If-Match', 'invalid') } : { ifRevision: Number(digits) };
}

/** The refusal of a stale section contains the other person's values. Masks them while the eye is closed. */
export function maskStaleSection(error: unknown, section: SectionName): unknown {
  if (!isRefusal(error) || error.refusal !== 'staleSection') return error;
  // Cast: `staleSection` of case-commands.ts puts the section's value there.
  const theirs = error.data?.theirs as Sections[typeof section];
  return new Refusal('staleSection', { ...error.data, theirs: maskSections({ [section]: theirs })[section] });
}
