/**
 * Rules of doctors' assistants. Every doctor whom an assistant serves may correct name and address and end the service. One
 * of them keeps the account: sets login, password and phone, freezes and removes it, and offers it to colleagues. Pure.
 */
import { limits } from '../case/limits.ts';
import { badField, Refusal } from '../errors.ts';
import { findByAccount } from './account-identity.ts';
import type { Directory, Person } from './directory.ts';
import type { DirectoryEvent } from './events.ts';

/** The doctor who commands, and the assistant whom the command is about. */
export type AssistantCommand = { doctorId: string; personId: string };

/** The assistants of a doctor, in the order of their accounts. */
export const assistantsOf = (d: Pick<Directory, 'people'>, doctorId: string): Person[] =>
  [...d.people.values()].filter(p => p.serves.includes(doctorId));

/** The assistants that colleagues have offered to share with a doctor. */
export const assistantsOfferedTo = (d: Pick<Directory, 'people'>, doctorId: string): Person[] =>
  [...d.people.values()].filter(p => p.offers.includes(doctorId));

/** The doctor who keeps the account: of the doctors served, the first whose own account was not removed. */
export const keepingDoctorOf = (d: Pick<Directory, 'people'>, assistant: Person): string | undefined =>
  assistant.serves.find(id => d.people.get(id)?.removed === false);

/**
 * Returns the doctor's assistant. An assistant of another doctor is refused like a missing one.
 * @throws Refusal notFound
 */
export function requireOwnAssistant(d: Directory, { doctorId, personId }: AssistantCommand): Person {
  const person = d.people.get(personId);
  if (!person?.serves.includes(doctorId)) throw new Refusal('notFound');
  return person;
}

/** Returns the assistant if the doctor keeps the account. @throws Refusal notFound; notPermitted for another keeper */
export function requireKeeperOfAssistant(d: Directory, command: AssistantCommand): Person {
  const person = requireOwnAssistant(d, command);
  if (keepingDoctorOf(d, person) !== command.doctorId) throw new Refusal('notPermitted');
  return person;
}

/**
 * Returns the assistant if the doctor may freeze and unfreeze the account, that is, unless an Admin froze it. Trap:
 * freezing it again would make the freeze the doctor's, who could then end it.
 * @throws Refusal notFound, notPermitted
 */
export function requireFreezableAssistant(d: Directory, command: AssistantCommand): Person {
  const person = requireKeeperOfAssistant(d, command);
  const by = person.frozenBy === null ? undefined : d.people.get(person.frozenBy);
  if (person.frozen && by?.position !== 'Doctor') throw new Refusal('notPermitted');
  return person;
}

/** Checks the number of a doctor's assistants. @throws Refusal badInput at the limit */
export function assertAssistantLimit(d: Directory, doctorId: string, field: string): void {
  if (assistantsOf(d, doctorId).length >= limits.assistants)
    throw badField(field, 'assistant-limit', { max: limits.assistants });
}

/**
 * Offers an assistant to a colleague. Does nothing if the colleague is asked already.
 * @param account reads the colleague's login, phone or e-mail from the input, because doctors of an organisation have
 * no list of each other. Called only after the rights are checked.
 */
export function offerAssistant(
  d: Directory,
  command: AssistantCommand,
  account: () => string,
): DirectoryEvent[] {
  const { id: personId, orgId, serves, offers } = requireKeeperOfAssistant(d, command);
  const colleague = findByAccount(d, account());
  const isColleague = colleague?.position === 'Doctor' && colleague.orgId === orgId && !colleague.frozen;
  if (!isColleague || colleague.id === command.doctorId) throw badField('account', 'colleague-unknown');
  if (serves.includes(colleague.id)) throw badField('account', 'colleague-served');
  if (offers.includes(colleague.id)) return [];
  if (serves.length + offers.length >= limits.doctorsServed)
    throw badField('account', 'doctors-limit', { max: limits.doctorsServed });
  return [{ type: 'AssistantOffered', data: { personId, doctorId: colleague.id } }];
}

const changeServes = (personId: string, serves: string[]): DirectoryEvent => ({
  type: 'PersonChanged',
  data: { personId, serves },
  personal: {},
});

/** Checks that the assistant is offered to this doctor. @throws Refusal notFound otherwise */
function offered(d: Directory, { doctorId, personId }: AssistantCommand): Person {
  const person = d.people.get(personId);
  if (!person?.offers.includes(doctorId)) throw new Refusal('notFound');
  return person;
}

/** The colleague agrees to share the assistant. @throws Refusal notFound, badInput */
export function acceptAssistantOffer(d: Directory, command: AssistantCommand): DirectoryEvent[] {
  const { id, serves } = offered(d, command);
  assertAssistantLimit(d, command.doctorId, 'id');
  return [changeServes(id, [...serves, command.doctorId])];
}

/** The colleague declines. @throws Refusal notFound */
export function declineAssistantOffer(d: Directory, command: AssistantCommand): DirectoryEvent[] {
  const { id: personId } = offered(d, command);
  return [{ type: 'AssistantOfferEnded', data: { personId, doctorId: command.doctorId } }];
}

/** The keeper withdraws the offer to a colleague. @throws Refusal notFound, notPermitted */
export function withdrawAssistantOffer(
  d: Directory,
  command: AssistantCommand,
  colleagueId: string,
): DirectoryEvent[] {
  requireKeeperOfAssistant(d, command);
  return declineAssistantOffer(d, { ...command, doctorId: colleagueId });
}

/**
 * The assistant no longer serves this doctor. The next doctor then keeps the account.
 * @throws Refusal notFound; badInput for the only doctor, who would leave an account without a keeper
 */
export function endServingDoctor(d: Directory, command: AssistantCommand): DirectoryEvent[] {
  const { id, serves } = requireOwnAssistant(d, command);
  const others = serves.filter(one => one !== command.doctorId);
  if (others.length === 0) throw badField('id', 'last-doctor');
  return [changeServes(id, others)];
}
