/** State of the chat dock: open or closed, its conversation, and the case on the page. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';

/** `c`: conversation id, absent for the list; `m`: message number; `text`: prefilled text. */
export type ChatDockContent = { c?: string; m?: number; text?: string };

/** Null while the dock is closed. */
export const chatDockAtom = atom<ChatDockContent | null>(null);
export const isChatDockOpenAtom = atom(get => get(chatDockAtom) !== null);
export const openChatDock = (at: ChatDockContent = {}): void => screenStore.set(chatDockAtom, at);

/** The conversation about the case on this page. */
export const pageConversationAtom = atom<string | null>(null);

/** Id of the button that opens the chat: the focus returns to it. */
export const chatButtonId = 'chat-button';
