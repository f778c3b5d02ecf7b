/** Name of a link's stream. Separate from its events, so that pages do not load their schemas. */
export const shareStreamPrefix = 'share-';
export const shareStreamOf = (shareId: string) => `${shareStreamPrefix}${shareId}`;
