/** Notification settings of this browser; kept on sign-out. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageEntryByName } from '#web/lib/storage-keys.ts';
import { defaultNotificationChoice, type NotificationChoice } from './decide-notification.ts';
import { hasNotificationsOn, notificationsOnAtom } from './notifications-on.ts';

const { key } = storageEntryByName.notices;
export const notificationChoiceAtom = atom<NotificationChoice>(defaultNotificationChoice);

/** Parses the stored settings; unknown words are ignored. */
export function parseNotificationChoice(kept: string | null): NotificationChoice {
  const on = new Set((kept ?? '').split(' '));
  return { desktop: on.has('desktop'), sound: on.has('sound'), text: on.has('text') };
}

/** Formats the settings for `parseNotificationChoice`. */
export const formatNotificationChoice = (chosen: NotificationChoice): string =>
  (['desktop', 'sound', 'text'] as const).filter(one => chosen[one]).join(' ');

/** Reads the settings and follows changes in other tabs. Returns a function that stops. */
export function followNotificationChoice(): () => void {
  const read = () =>
    screenStore.set(notificationChoiceAtom, parseNotificationChoice(localStorage.getItem(key)));
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) read();
  };
  read();
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function setNotificationChoice(chosen: Partial<NotificationChoice>): void {
  const next = { ...screenStore.get(notificationChoiceAtom), ...chosen };
  screenStore.set(notificationChoiceAtom, next);
  localStorage.setItem(key, formatNotificationChoice(next));
  screenStore.set(notificationsOnAtom, hasNotificationsOn(formatNotificationChoice(next)));
}
