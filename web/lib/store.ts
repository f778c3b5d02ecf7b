/**
 * Screen state that lives outside of any component (session, eye, connection, presence): an atom of jotai, with a way to
 * read and write it from code that is no component, and a first value for what the server rendered.
 */
import { atom, getDefaultStore } from 'jotai/vanilla';
import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get(): T;
  set(next: T | ((before: T) => T)): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<T>(first: T): Store<T> {
  const state = atom({ value: first });
  const atoms = getDefaultStore();
  const get = () => atoms.get(state).value;
  return {
    get,
    set: next => {
      const value = next instanceof Function ? next(get()) : next;
      if (!Object.is(value, get())) atoms.set(state, { value });
    },
    subscribe: listener => atoms.sub(state, listener),
  };
}

/** The store's value; what the server renders is `first`, where it differs from the value now. */
export function useStore<T>(store: Store<T>, first?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, first === undefined ? store.get : () => first);
}
