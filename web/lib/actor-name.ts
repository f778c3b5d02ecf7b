/** Names of people as actors, everywhere that an act is shown. */
import type { TFunction } from 'i18next';
import { shareStreamPrefix } from '#events/share/stream.ts';
import type { PersonRef } from '#projections/caseList/item.ts';

type Actor = Pick<PersonRef, 'id' | 'name'> & { actsFor?: { name: string } };

/** A title that the dictionary's wording adds: Dr Wen, 文医生. */
const title = /^dr\b\.?\s*|\s*医生$/giu;

/** Name of the actor: a person, the system, the patient on the patient's page, or an assistant for a doctor. */
export function actorName({ id, name, actsFor }: Actor, t: TFunction): string {
  if (id === 'system') return t('case:history.system');
  if (id.startsWith(shareStreamPrefix)) return t('case:history.patient');
  return actsFor ? t('common:actsFor', { name, doctor: actsFor.name.replace(title, '') }) : name;
}
