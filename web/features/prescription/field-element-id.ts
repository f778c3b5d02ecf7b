/** Element id of a field; dots would need escaping in selectors. */
export const fieldElementId = (slot: string): string => `field-${slot.replaceAll('.', '-')}`;
