/**
 * The page's one store of jotai: screen state (stage, camera, selection, palette, session) is held in atoms. Components
 * read them with `useAtomValue`; code that is no component uses `get`, `set` and `sub` of the store.
 */
import { type Atom, getDefaultStore } from 'jotai/vanilla';
import { useCallback, useSyncExternalStore } from 'react';

export const screenStore = getDefaultStore();

/**
 * The value of an atom in a component that the server renders. jotai's `useAtomValue` hydrates with the browser's value,
 * which differs from the server's markup where the browser has set it before.
 * @param rendered the value on the server and while hydrating; the atom's first value by default
 */
export function useRendered<T>(state: Atom<T> & { init: T }, rendered?: T): T;
export function useRendered<T>(state: Atom<T>, rendered: T): T;
export function useRendered<T>(state: Atom<T> & { init?: T }, rendered = state.init): T | undefined {
  return useSyncExternalStore(
    useCallback(listener => screenStore.sub(state, listener), [state]),
    () => screenStore.get(state),
    () => rendered,
  );
}
