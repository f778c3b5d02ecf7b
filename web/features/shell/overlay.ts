/** The open overlay of the shell: one at a time, loaded on first use. */
import { atom } from 'jotai/vanilla';

export type Overlay = 'palette' | 'keys' | 'signOut' | 'contact';
export const currentOverlayAtom = atom<Overlay | null>(null);
