import { useEffect } from 'react';
import { confirmLeaving } from '#web/features/session/restart-flag.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { openChatDock, pageConversationAtom } from '#web/lib/chat-dock.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { screenStore } from '#web/lib/screen-store.ts';
import { areSingleKeysEnabled, loadSingleKeySetting } from '#web/lib/single-keys.ts';
import { isTyping } from '#web/ui/is-typing.ts';
import { otherLanguage, switchLanguage } from './language.ts';
import { toggleNameMasking } from './name-masking.ts';
import { currentOverlayAtom } from './overlay.ts';
import { focusSearchField } from './SearchBox.tsx';
import { interpretShortcutKey, type PendingSequence, type ShortcutCommand } from './shortcuts.ts';

const pages: Partial<Record<ShortcutCommand, string>> = {
  home: '/workbench',
  cases: '/caseList',
  patients: '/patientFilterList',
  retainers: '/retainerList',
  messages: '/userMessage',
};

/** Handles the global shortcuts on every page of the app. */
export function useGlobalShortcuts(): void {
  const go = useAppNavigate();
  const { lang } = useBoot();
  useEffect(() => {
    loadSingleKeySetting();
    const acts: Partial<Record<ShortcutCommand, () => void>> = {
      palette: () => screenStore.set(currentOverlayAtom, 'palette'),
      sheet: () => screenStore.set(currentOverlayAtom, 'keys'),
      search: focusSearchField,
      eye: () => void toggleNameMasking(),
      chat: () => openChatDock({ c: screenStore.get(pageConversationAtom) ?? '' }),
      language: () => confirmLeaving(() => switchLanguage(otherLanguage(lang))),
    };
    let waiting: PendingSequence = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const pressed = {
        key,
        ctrl: ctrlKey || metaKey,
        alt: altKey,
        at: performance.now(),
        typing: isTyping(target),
      };
      const read = interpretShortcutKey(waiting, pressed, areSingleKeysEnabled());
      waiting = read.waiting;
      // Only on pages with a conversation: elsewhere the page may use the key.
      if (
        read.command === null ||
        (read.command === 'chat' && screenStore.get(pageConversationAtom) === null)
      )
        return;
      event.preventDefault();
      const page = pages[read.command];
      if (page) go(page);
      else acts[read.command]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [go, lang]);
}
