/** A term in a text: short definition on hover and focus, full definition on press. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { findTerm } from '#events/term/glossary.ts';
import { otherLang, type TermLang, termTitle } from '#events/term/term.ts';
import { Popover } from '#web/ui/popover.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { TermCard } from './TermCard.tsx';
import styles from './term.module.css';

type Props = {
  id: string;
  /** The term as written in the text. */
  said: string;
  /** The reader's language. */
  lang: TermLang;
  /** Whether this term is the text's Tab stop. */
  stop: boolean;
  onFocus: () => void;
};

export function TermMark({ id, said, lang, stop, onFocus }: Props) {
  const [open, setOpen] = useState(false);
  const mark = useRef<HTMLSpanElement>(null);
  const term = findTerm(id);
  if (!term) return said;
  const other = otherLang(lang);
  const title = termTitle(term, lang);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Tooltip text={title} placement="top">
        {/* biome-ignore lint/a11y/useSemanticElements: the text of a button cannot be selected and copied with the message around it */}
        <span
          ref={mark}
          data-term={id}
          role="button"
          tabIndex={stop ? 0 : -1}
          aria-haspopup="dialog"
          lang={other}
          className={styles.term}
          onFocus={onFocus}
          onClick={() => setOpen(true)}
          onKeyDown={press}
        >
          {said}
        </span>
      </Tooltip>
      <Popover open={open} onClose={() => setOpen(false)} triggerRef={mark} label={title}>
        <TermCard id={id} said={said} />
      </Popover>
    </>
  );
}
