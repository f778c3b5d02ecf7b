/** Decides covers: who arranges and ends them, for which cases and days. Pure. */
import * as z from 'zod/mini';
import { dayInZone, daysBetween, defaultZone } from '../case/calendar.ts';
import { daySchema, distinct, idSchema, lineSchema, lineSchemaUpTo } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { spansOfDayPart } from '../desk/zone.ts';
import { badField, Refusal } from '../errors.ts';
import { findByAccount } from './account-identity.ts';
import type { Cover } from './cover.ts';
import type { Directory, Person } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import type { CoveredCases } from './position.ts';

type People = Pick<Directory, 'people'>;
/** A cover with the id of its covering doctor. */
export type CoverWithDoctor = Cover & { personId: string };

const isOver = ({ until }: Cover, now: number) => Date.parse(until) <= now;

/** Covers that have not ended, with their covering doctors, sorted by their start. */
export const unendedCovers = ({ people }: People, now: number): CoverWithDoctor[] =>
  [...people.values()]
    .flatMap(p => p.covers.map(cover => ({ ...cover, personId: p.id })))
    .filter(cover => !isOver(cover, now))
    .sort((a, b) => a.from.localeCompare(b.from) || a.coverId.localeCompare(b.coverId));

export const coverInputSchema = z.strictObject({
  /** Login, phone or e-mail of the colleague. */
  account: lineSchema,
  first: daySchema,
  last: daySchema,
  /** Absent: all cases, also later ones. */
  caseIds: z.optional(
    z.array(idSchema).check(z.minLength(1, { error: 'required' }), z.maxLength(limits.coverCases), distinct),
  ),
  note: lineSchemaUpTo(limits.textMax),
});
export type CoverInput = z.infer<typeof coverInputSchema>;

/** A doctor of the same organisation who can sign in. @throws Refusal badInput */
export function requireColleague(
  d: Directory,
  doctor: Pick<Person, 'id' | 'orgId'>,
  account: string,
): Person {
  const colleague = findByAccount(d, account);
  const isColleague =
    colleague?.position === 'Doctor' && colleague.orgId === doctor.orgId && !colleague.frozen;
  if (!isColleague || colleague.id === doctor.id) throw badField('account', 'colleague-unknown');
  return colleague;
}

/** The instants at which the first day begins and the last one ends. @throws Refusal badInput */
function spanOf(zone: string, { first, last }: CoverInput, now: number) {
  if (first < dayInZone(zone, now)) throw badField('first', 'cover-past');
  if (last < first) throw badField('last', 'range-order');
  if (daysBetween(first, last) >= limits.coverDays)
    throw badField('last', 'cover-long', { max: limits.coverDays });
  const begin = spansOfDayPart(zone, first, { from: 0, to: 1440 })[0];
  const end = spansOfDayPart(zone, last, { from: 0, to: 1440 }).at(-1);
  if (!begin || !end) throw badField('first', 'date-invalid');
  return { from: new Date(begin.from).toISOString(), until: new Date(end.to).toISOString() };
}

const meet = (a: Pick<Cover, 'from' | 'until'>, b: Pick<Cover, 'from' | 'until'>) =>
  a.from < b.until && b.from < a.until;
const sharesCases = (a: CoveredCases['caseIds'], b: CoveredCases['caseIds']) =>
  a === null || b === null || a.some(one => b.includes(one));

/** At most one colleague covers a case at a time, so that it is clear who is responsible. @throws Refusal badInput */
function refuseOverlap(
  open: readonly CoverWithDoctor[],
  wanted: Pick<Cover, 'from' | 'until'> & CoveredCases,
): void {
  const other = open.find(
    one => one.ownerId === wanted.ownerId && meet(one, wanted) && sharesCases(one.caseIds, wanted.caseIds),
  );
  if (other) throw badField('first', 'cover-overlaps', { first: other.days.first, last: other.days.last });
}

export type CoverCommand = { coverId: string; doctorId: string; now: number };

/**
 * Arranges a cover without the colleague's consent, because leave may begin at once. The colleague is notified and can
 * end it.
 * @param owns returns whether the doctor owns a case. Another doctor's case is refused like a missing one.
 * @throws Refusal notPermitted, notFound, badInput
 */
export function arrangeCover(
  d: Directory,
  { coverId, doctorId, now }: CoverCommand,
  form: CoverInput,
  owns: (caseId: string) => boolean,
): DirectoryEvent[] {
  const doctor = d.people.get(doctorId);
  if (doctor?.position !== 'Doctor') throw new Refusal('notPermitted');
  const colleague = requireColleague(d, doctor, form.account);
  const zone = d.organisations.get(doctor.orgId)?.zone ?? defaultZone;
  const { first, last, note } = form;
  const caseIds = form.caseIds ?? null;
  const span = spanOf(zone, form, now);
  const foreign = caseIds?.findIndex(one => !owns(one)) ?? -1;
  if (foreign >= 0) throw badField(`caseIds.${foreign}`, 'case-unknown');
  const open = unendedCovers(d, now);
  refuseOverlap(open, { ...span, ownerId: doctorId, caseIds });
  // True if the colleague's own cases are covered at that time. This cover would then be a chain, and is refused.
  const isAway = open.some(one => one.ownerId === colleague.id && one.caseIds === null && meet(one, span));
  if (isAway) throw badField('account', 'colleague-away');
  if (open.filter(one => one.ownerId === doctorId).length >= limits.covers)
    throw badField('first', 'cover-limit', { max: limits.covers });
  const data = {
    coverId,
    personId: colleague.id,
    ownerId: doctorId,
    caseIds,
    ...span,
    days: { first, last },
  };
  return [{ type: 'CoverArranged', data, personal: { note } }];
}

/**
 * Ends a running cover early, or cancels a planned one. Either doctor may do so.
 * @throws Refusal notFound if there is no such cover, if it has ended, or if it belongs to other doctors
 */
export function endCover(d: Directory, { coverId, doctorId, now }: CoverCommand): DirectoryEvent[] {
  const cover = unendedCovers(d, now).find(one => one.coverId === coverId);
  if (!cover || ![cover.ownerId, cover.personId].includes(doctorId)) throw new Refusal('notFound');
  const { personId, ownerId } = cover;
  return [{ type: 'CoverEnded', data: { coverId, personId, ownerId } }];
}
