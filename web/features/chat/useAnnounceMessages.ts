/** Announces others' messages to screen readers: one message by its text, several by their number. */

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '#projections/chat/item.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';

/** Messages within this time are announced together. */
const gatherMs = 1200;
const maxAnnouncedLength = 140;

export function useAnnounceMessages(messages: readonly ChatMessage[], meId: string): void {
  const { t } = useTranslation('chat');
  const told = useRef<number | null>(null);
  const waiting = useRef<ChatMessage[]>([]);
  const newest = messages.at(-1)?.seq ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new message matters
  useEffect(() => {
    if (newest === null) return;
    const before = told.current;
    told.current = Math.max(newest, before ?? 0);
    // Messages that are there on opening are not announced.
    if (before === null) return;
    waiting.current.push(...messages.filter(m => m.seq > before && m.by.id !== meId && !m.deleted));
    if (waiting.current.length === 0) return;
    const timer = setTimeout(() => {
      const [one, ...more] = waiting.current.splice(0);
      if (!one) return;
      const text = one.text.slice(0, maxAnnouncedLength) || t('preview.attached');
      announceToScreenReaders(
        more.length > 0
          ? t('told.several', { count: more.length + 1 })
          : t('told.one', { name: actorName(one.by, t), text }),
      );
    }, gatherMs);
    return () => clearTimeout(timer);
  }, [newest, meId]);
}
