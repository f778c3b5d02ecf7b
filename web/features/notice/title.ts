/** What is unread stands as a number before the window's title: messages of conversations and of the inbox together. */
import { atom } from 'jotai/vanilla';

export const unreadShown = atom<number>(0);

/** With the number in front; without one where there is nothing. Pure. */
export const titled = (title: string, count: number): string =>
  count > 0 ? `(${count > 99 ? '99+' : count}) ${title}` : title;
