/** Whether this browser tells what is new at all: most do not, and fetch nothing of how. */
import { boxed } from '#web/lib/boxes.ts';
import { createStore, type Store } from '#web/lib/store.ts';

const { key } = boxed.notices;
export const telling: Store<boolean> = createStore(false);

/** @param kept as choice.ts writes it */
export const tells = (kept: string | null): boolean => /desktop|sound/.test(kept ?? '');

/** Reads it now, and again when another tab chooses. The answer ends that. */
export function followTelling(): () => void {
  const read = () => telling.set(tells(localStorage.getItem(key)));
  read();
  addEventListener('storage', read);
  return () => removeEventListener('storage', read);
}
