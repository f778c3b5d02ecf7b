/** Masked values. The closed eye shows stars, which must never be saved in place of the value. */
import type { SectionName } from './sections.ts';

/** Replacement for a masked text. A masked name keeps its first letter, followed by two stars. */
export const MASK = '***';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the paths of a section's value that contain masking stars. */
export function maskedPaths(section: SectionName, value: unknown): string[] {
  if (!isFields(value)) return [];
  const name = (part: unknown) => typeof part === 'string' && part.includes('**');
  if (section === 'patient')
    return [...(name(value.name) ? ['name'] : []), ...(value.address === MASK ? ['address'] : [])];
  if (section !== 'data') return [];
  const address = isFields(value.deliveryAddress) ? value.deliveryAddress : {};
  const hidden = address.address === MASK ? ['deliveryAddress.address'] : [];
  return [...(name(value.receiver) ? ['receiver'] : []), ...hidden];
}
