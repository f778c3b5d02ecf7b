/** The terms, teeth and quantities of a message in the reader's language, below the unchanged message. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gloss } from '#events/term/gloss.ts';
import { otherLang } from '#events/term/term.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import styles from './message.module.css';
import { messageTranslationQuery } from './translation.ts';

/** Hides quantities that are the same in both languages. */
const differs = ({ said, meant }: Gloss) => said.replace(/\s/g, ' ') !== meant.replace(/\s/g, ' ');

type Props = { id: string; message: ChatMessage; onClose: () => void };

/** Escape closes the list, from its message or while nothing else has the focus. */
function useEscape(box: React.RefObject<HTMLElement | null>, onClose: () => void) {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return;
      const message = box.current?.closest('[data-seq]');
      if (target !== document.body && !message?.contains(target)) return;
      event.preventDefault();
      latest.current();
    };
    // Handles the key in the capture phase, before the surrounding panel.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [box]);
}

export function TermGlosses({ id, message, onClose }: Props) {
  const { t } = useTranslation('chat');
  const { lang } = useBoot();
  const box = useRef<HTMLDivElement>(null);
  const { data, error } = useQuery(messageTranslationQuery(message, lang));
  useEscape(box, onClose);
  const glosses = useMemo(() => data?.glosses.filter(differs) ?? [], [data]);
  const text = data?.text ?? null;
  const isBare = glosses.length === 0 && text === null;
  const sentence = error ? error.message : !data ? t('loading') : isBare ? t('terms.none') : null;
  const isThere = Boolean(data ?? error);
  useEffect(() => {
    if (!isThere) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    const told = glosses.map(({ said, meant }) => t('terms.one', { said, meant }));
    announceToScreenReaders(sentence ?? [...told, text ?? ''].filter(Boolean).join(t('semicolon')));
  }, [isThere, glosses, text, sentence, t]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a message is no set of fields
    <div ref={box} id={id} role="group" aria-label={t('act.terms')} className={styles.glosses}>
      {sentence && <p>{sentence}</p>}
      {glosses.length > 0 && (
        <dl>
          {glosses.map(({ kind, said, meant }) => (
            <div key={`${kind} ${said}`}>
              <dt lang={kind === 'term' ? otherLang(lang) : undefined}>{said}</dt>
              <dd>{meant}</dd>
            </div>
          ))}
        </dl>
      )}
      {text !== null && (
        <p className={styles.whole}>
          <b>{t('terms.machine')}</b>
          {text}
        </p>
      )}
    </div>
  );
}
