/** The number of unread chat and inbox messages, shown in the window title. */
import { atom } from 'jotai/vanilla';

export const unreadTotalAtom = atom<number>(0);

/** Prefixes the number; unchanged for zero. Pure. */
export const titleWithCount = (title: string, count: number): string =>
  count > 0 ? `(${count > 99 ? '99+' : count}) ${title}` : title;
