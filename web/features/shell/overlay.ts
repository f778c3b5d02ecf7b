/** Which of the shell's overlays is open: one at a time, their code fetched with the first of them. */
import { atom } from 'jotai/vanilla';

export type Overlay = 'palette' | 'keys' | 'signOut' | 'contact';
export const overlay = atom<Overlay | null>(null);
