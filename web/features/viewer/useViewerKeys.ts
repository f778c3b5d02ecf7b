import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageShortcutsAtom } from '#web/lib/page-shortcuts.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { areSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { isTyping } from '#web/ui/is-typing.ts';
import { IsTargetContext } from './useStageNameFormatter.ts';
import { offeredViewerActions, viewerActionKey, viewerActions } from './viewer-actions.ts';

const acts = new Map(viewerActions.map(act => [act.key, act]));
/** Keys that the focused element handles itself. */
const keysOfElement: Record<string, string> = {
  ' ': 'button, a[href], summary, [role="slider"], [role="radio"], input',
  arrows: 'input, [role="slider"], [role="tab"], [role="menuitem"], select, table, figure',
  escape: 'figure',
};
const isTaken = (key: string, target: EventTarget | null): boolean => {
  const selector = keysOfElement[/^(arrow|home$|end$)/.test(key) ? 'arrows' : key];
  return selector !== undefined && target instanceof Element && target.closest(selector) !== null;
};

/** Handles the viewer's keys before the app's while the viewer is on the page (G hides the gums here). */
export function useViewerKeys(enabled = true): void {
  const { t } = useTranslation('viewer');
  const ofTarget = useContext(IsTargetContext);
  useEffect(() => {
    if (!enabled) return;
    screenStore.set(pageShortcutsAtom, {
      title: t('viewer'),
      rows: offeredViewerActions(ofTarget).map(({ name }) => ({
        keys: viewerActionKey(name),
        name: t(`act.${name}`),
      })),
    });
    return () => screenStore.set(pageShortcutsAtom, null);
  }, [enabled, t, ofTarget]);
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const key = event.key === '=' ? '+' : event.key.toLowerCase();
      const act = acts.get(key);
      if (!act || isTyping(event.target) || isTaken(key, event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      if (key.length === 1 && key !== ' ' && !areSingleKeysEnabled()) return;
      event.preventDefault();
      event.stopPropagation();
      act.run();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [enabled]);
}
