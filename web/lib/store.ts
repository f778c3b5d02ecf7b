/** The smallest store: a value that components follow. For screen state that lives outside of any component. */
import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get(): T;
  set(next: T | ((before: T) => T)): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: next => {
      const after = next instanceof Function ? next(value) : next;
      if (Object.is(after, value)) return;
      value = after;
      for (const listener of [...listeners]) listener();
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; what the server renders is `first`, where it differs from the value now. */
export function useStore<T>(store: Store<T>, first?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, first === undefined ? store.get : () => first);
}
