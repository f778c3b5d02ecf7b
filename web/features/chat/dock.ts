/** The chat at the foot of every page: open or not, at which conversation, and what the page shows it to be about. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';

/** `c`: a conversation's id, absent for the list; `m`: the number of a message; `text`: what is to be said. */
export type Docked = { c?: string; m?: number; text?: string };

/** Null: it is closed. */
export const dock = atom<Docked | null>(null);
export const isDocked = atom(get => get(dock) !== null);
export const openDock = (at: Docked = {}): void => screenStore.set(dock, at);

/** The conversation of the case whose page this is. */
export const talkHere = atom<string | null>(null);

/** Id of the button that opens the chat: the focus returns to it. */
export const chatButtonId = 'chat-button';
