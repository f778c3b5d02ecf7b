/** Masked values: the closed eye shows stars, which are never saved in place of the value. */
import type { SectionName } from './sections.ts';

/** Stands for a text that the eye hides; a name keeps its first letter before two of them. */
export const HIDDEN = '***';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Paths of a section's value at which stars stand for what the eye hides. */
export function starredAt(section: SectionName, value: unknown): string[] {
  if (!isFields(value)) return [];
  const name = (part: unknown) => typeof part === 'string' && part.includes('**');
  if (section === 'patient')
    return [...(name(value.name) ? ['name'] : []), ...(value.address === HIDDEN ? ['address'] : [])];
  if (section !== 'data') return [];
  const address = isFields(value.deliveryAddress) ? value.deliveryAddress : {};
  const hidden = address.address === HIDDEN ? ['deliveryAddress.address'] : [];
  return [...(name(value.receiver) ? ['receiver'] : []), ...hidden];
}
