/**
 * The page's jotai store: atoms hold the screen state (stage, camera, selection, palette, session).
 * Components read them with `useAtomValue`; other code uses the store's `get`, `set` and `sub`.
 */
import { type Atom, getDefaultStore } from 'jotai/vanilla';
import { useCallback, useSyncExternalStore } from 'react';

export const screenStore = getDefaultStore();

/**
 * Returns the value of an atom in a component that the server renders. Why: jotai's `useAtomValue` hydrates
 * with the browser's value, which may differ from the server's markup.
 * @param rendered value on the server and during hydration; default: the atom's initial value
 */
export function useAtomValueAfterHydration<T>(state: Atom<T> & { init: T }, rendered?: T): T;
export function useAtomValueAfterHydration<T>(state: Atom<T>, rendered: T): T;
export function useAtomValueAfterHydration<T>(
  state: Atom<T> & { init?: T },
  rendered = state.init,
): T | undefined {
  return useSyncExternalStore(
    useCallback(listener => screenStore.sub(state, listener), [state]),
    () => screenStore.get(state),
    () => rendered,
  );
}
