/** What this browser was told to do with news; kept when its person signs out. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageKeys } from '#web/lib/storage-keys.ts';
import { type Choice, usualChoice } from './decide.ts';
import { telling, tells } from './telling.ts';

const { key } = storageKeys.notices;
export const choice = atom<Choice>(usualChoice);

/** What was kept; nonsense is as if nothing were. */
export function parseChoice(kept: string | null): Choice {
  const on = new Set((kept ?? '').split(' '));
  return { desktop: on.has('desktop'), sound: on.has('sound'), text: on.has('text') };
}

/** As parseChoice reads it. */
export const writtenChoice = (chosen: Choice): string =>
  (['desktop', 'sound', 'text'] as const).filter(one => chosen[one]).join(' ');

/** Reads what was chosen; and again when another tab chooses. The answer ends that. */
export function readChoice(): () => void {
  const read = () => screenStore.set(choice, parseChoice(localStorage.getItem(key)));
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) read();
  };
  read();
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function choose(chosen: Partial<Choice>): void {
  const next = { ...screenStore.get(choice), ...chosen };
  screenStore.set(choice, next);
  localStorage.setItem(key, writtenChoice(next));
  screenStore.set(telling, tells(writtenChoice(next)));
}
