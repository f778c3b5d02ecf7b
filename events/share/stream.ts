/** The stream of a link, by which it is named where it acts. Apart from its events, whose schemas no page needs. */
export const shareStreamPrefix = 'share-';
export const shareStream = (shareId: string) => `${shareStreamPrefix}${shareId}`;
