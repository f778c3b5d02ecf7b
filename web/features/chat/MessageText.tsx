/** The text of a message, with marked terms, teeth, links and mentions. */
import { Fragment } from 'react';
import { TermText } from '#web/features/term/TermText.tsx';
import { useBoot } from '#web/lib/boot.tsx';
import { splitAtMentions } from './mention-parts.ts';
import styles from './message.module.css';

export function MessageText({ text, names }: { text: string; names: readonly string[] }) {
  const { lang } = useBoot();
  return (
    <p className={styles.text}>
      {splitAtMentions(text, names).map(({ called, text: part, at }) => (
        <Fragment key={at}>
          {called ? <b className={styles.called}>{part}</b> : <TermText text={part} lang={lang} />}
        </Fragment>
      ))}
    </p>
  );
}
