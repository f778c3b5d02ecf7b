import { useEffect } from 'react';
import { openDock, talkHere } from '#web/features/chat/dock.ts';
import { beforeLeaving } from '#web/features/session/restart.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { useGo } from '#web/lib/navigate.tsx';
import { screenStore } from '#web/lib/screen-store.ts';
import { readSingleKeys, singleKeys } from '#web/lib/single-keys.ts';
import { toggleEye } from './eye.ts';
import { type Command, isTyping, readKey, type Waiting } from './keys.ts';
import { otherLanguage, switchLanguage } from './language.ts';
import { overlay } from './overlay.ts';
import { focusSearch } from './SearchBox.tsx';

const pages: Partial<Record<Command, string>> = {
  home: '/workbench',
  cases: '/caseList',
  patients: '/patientFilterList',
  retainers: '/retainerList',
  messages: '/userMessage',
};

/** The keys that work on every page of the app. */
export function useKeys(): void {
  const go = useGo();
  const { lang } = useBoot();
  useEffect(() => {
    readSingleKeys();
    const acts: Partial<Record<Command, () => void>> = {
      palette: () => screenStore.set(overlay, 'palette'),
      sheet: () => screenStore.set(overlay, 'keys'),
      search: focusSearch,
      eye: () => void toggleEye(),
      chat: () => openDock({ c: screenStore.get(talkHere) ?? '' }),
      language: () => beforeLeaving(() => switchLanguage(otherLanguage(lang))),
    };
    let waiting: Waiting = null;
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
      const read = readKey(waiting, pressed, singleKeys());
      waiting = read.waiting;
      // Only where there is something to talk about: elsewhere the key is the page's.
      if (read.command === null || (read.command === 'chat' && screenStore.get(talkHere) === null)) return;
      event.preventDefault();
      const page = pages[read.command];
      if (page) go(page);
      else acts[read.command]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [go, lang]);
}
