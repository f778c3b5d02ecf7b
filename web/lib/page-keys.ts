/** Keys of what is on the page just now, in words, for the sheet of keys; null where there are none but the app's. */
import { createStore, type Store } from './store.ts';

export type PageKeys = { title: string; rows: readonly { keys: string; name: string }[] };

export const pageKeys: Store<PageKeys | null> = createStore<PageKeys | null>(null);
