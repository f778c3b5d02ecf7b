/** The chat at the foot of every page: open or not, at which conversation, and what the page shows it to be about. */
import { createStore, type Store } from '#web/lib/store.ts';

/** `c`: a conversation's id, absent for the list; `m`: the number of a message; `text`: what is to be said. */
export type Docked = { c?: string; m?: number; text?: string };

/** Null: it is closed. */
export const dock: Store<Docked | null> = createStore<Docked | null>(null);
export const openDock = (at: Docked = {}): void => dock.set(at);

/** The conversation of the case whose page this is. */
export const talkHere: Store<string | null> = createStore<string | null>(null);

/** Id of the button that opens the chat: the focus returns to it. */
export const wayId = 'chat-way';
