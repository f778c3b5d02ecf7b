/** The set-up list of a new organisation: who sees it, and its steps. Pure. */
import type { Directory } from './directory.ts';
import { isCaseOwner, type Position } from './position.ts';

export const setUpSteps = ['address', 'preferences', 'assistants', 'firstCase'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

const DAY_MS = 86_400_000;
/** Age up to which an organisation is new. */
const NEW_DAYS = 90;

/** Steps of a person. Only Doctors have assistants. */
export const setUpStepsForPosition = (position: Position): readonly SetUpStep[] =>
  setUpSteps.filter(step => step !== 'assistants' || position === 'Doctor');

/** True for the first case owner of a new organisation, unless the list was dismissed. @param now ms since 1970 */
export function isSettingUp({ organisations, people }: Directory, personId: string, now: number): boolean {
  const person = people.get(personId);
  const organisation = person && organisations.get(person.orgId);
  if (!person || !organisation?.addedAt || organisation.setUpDismissed || !isCaseOwner(person.position))
    return false;
  if (now - Date.parse(organisation.addedAt) > NEW_DAYS * DAY_MS) return false;
  const first = [...people.values()].find(
    p => p.orgId === person.orgId && isCaseOwner(p.position) && !p.removed,
  );
  return first?.id === personId;
}
