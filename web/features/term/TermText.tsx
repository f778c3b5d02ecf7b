/**
 * A message's text with marked terms, teeth and quantities, and with links. All terms of a text share one Tab
 * stop; arrow keys move between them.
 */
import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { quantityText, stageRangeText } from '#events/term/gloss.ts';
import { splitIntoSegments, type TextSegment } from '#events/term/segments.ts';
import { toothTitle } from '#events/term/teeth.ts';
import type { TermLang } from '#events/term/term.ts';
import { TermMark } from './TermMark.tsx';
import styles from './term.module.css';

type Props = {
  text: string;
  /** The reader's language. */
  lang: TermLang;
};

/** Returns a web address; undefined for text that only looks like one. */
function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function Plain({ piece, lang }: { piece: Exclude<TextSegment, { kind: 'term' }>; lang: TermLang }) {
  switch (piece.kind) {
    case 'link': {
      const href = webAddress(piece.text);
      if (!href) return piece.text;
      return (
        <a href={href} className="link" target="_blank" rel="noopener noreferrer">
          {piece.text}
        </a>
      );
    }
    case 'tooth':
      return (
        <span
          className={`num ${styles.tooth}`}
          title={piece.teeth.map(code => toothTitle(code, lang)).join('\n')}
        >
          {piece.text}
        </span>
      );
    case 'stage':
      return (
        <span className={`num ${styles.held}`} title={stageRangeText(piece, lang)}>
          {piece.text}
        </span>
      );
    case 'number':
      return (
        <span className={`num ${styles.held}`} title={quantityText(piece, lang)}>
          {piece.text}
        </span>
      );
    case 'text':
      return piece.text;
    default:
      return piece satisfies never;
  }
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function TermText({ text, lang }: Props) {
  const pieces = useMemo(() => splitIntoSegments(text, lang), [text, lang]);
  const box = useRef<HTMLSpanElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const marks = [...(box.current?.querySelectorAll<HTMLElement>('[data-term]') ?? [])];
    const step = steps[event.key];
    const at = event.target instanceof HTMLElement ? marks.indexOf(event.target) : -1;
    if (step === undefined || at < 0) return;
    const next = marks[at + step];
    event.preventDefault();
    next?.focus();
  };
  let term = -1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only the arrow keys between terms
    <span ref={box} className={styles.text} onKeyDown={move}>
      {pieces.map((piece, at) => {
        if (piece.kind !== 'term') {
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message is constant
          return <Plain key={at} piece={piece} lang={lang} />;
        }
        term += 1;
        const own = term;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message is constant
          <Fragment key={at}>
            <TermMark
              id={piece.id}
              said={piece.text}
              lang={lang}
              stop={own === current}
              onFocus={() => setCurrent(own)}
            />
          </Fragment>
        );
      })}
    </span>
  );
}
