/** Which of the shell's overlays is open: one at a time, their code fetched with the first of them. */
import { createStore } from '#web/lib/store.ts';

export type Overlay = 'palette' | 'keys' | 'signOut' | 'contact';
export const overlay = createStore<Overlay | null>(null);
