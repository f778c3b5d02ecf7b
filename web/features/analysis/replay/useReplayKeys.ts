/** Handles the keys of the replay, and lists them in the sheet of shortcuts. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageShortcutsAtom } from '#web/lib/page-shortcuts.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { areSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { replayKeys } from './replay-keys.ts';
import type { ReplayPlayer } from './replay-player.ts';

const fields = 'input:not([type="radio"]), textarea, select, [contenteditable]';
/** Elements that handle a key themselves. */
const takenBy: Record<string, string> = {
  ' ': 'button, a[href], summary, input',
  Home: 'input, [role="slider"], table',
  End: 'input, [role="slider"], table',
};

const isTaken = (key: string, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${fields}${takenBy[key] ? `, ${takenBy[key]}` : ''}`) !== null;

/** @param said announces the moment after a key */
export function useReplayKeys(player: ReplayPlayer, said: () => void): void {
  const { t } = useTranslation('analysis');
  useEffect(() => {
    screenStore.set(pageShortcutsAtom, {
      title: t('screen.replay'),
      rows: replayKeys.map(({ command, keys }) => ({ keys, name: t(`replay.act.${command}`) })),
    });
    return () => screenStore.set(pageShortcutsAtom, null);
  }, [t]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const row = replayKeys.find(({ key }) => key === event.key);
      if (!row || isTaken(event.key, event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      if (/^[^\w ]$/.test(event.key) && !areSingleKeysEnabled()) return;
      event.preventDefault();
      player.change(row.change);
      said();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [player, said]);
}
