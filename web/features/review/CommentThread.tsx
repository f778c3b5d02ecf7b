/** One comment with its replies; opening it shows its stage and tooth. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import type { AuthoredNoteItem, CaseView, CommentItem } from '#projections/case/view.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { stageText } from '#web/lib/stage-text.ts';
import { useTakeAction } from '#web/lib/useTakeAction.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { handleFormKeys } from './form-keys.ts';
import styles from './review.module.css';

type Props = {
  view: CaseView;
  comment: CommentItem;
  /** The displayed version: a comment on another version names that version. */
  version: number;
  open: boolean;
  onOpen: (comment: CommentItem) => void;
};

function Said({ said }: { said: AuthoredNoteItem }) {
  const { t } = useTranslation('review');
  return (
    <li className={styles.reply}>
      <span className={styles.words}>{said.note}</span>
      <span className="t-small t-2">
        {actorName(said.by, t)}, <time dateTime={said.at}>{formatMoment(said.at)}</time>
      </span>
    </li>
  );
}

function Answer({ view, comment }: Pick<Props, 'view' | 'comment'>) {
  const { t } = useTranslation('review');
  const { pending, error, send } = useTakeAction(view.caseId);
  const [note, setNote] = useState('');
  const of = { comment: comment.comment };
  const reply = async () => {
    if (note.trim() !== '' && (await send('replyComment', { ...of, note: note.trim() }))) setNote('');
  };
  const turn = comment.resolved ? 'reopenComment' : 'resolveComment';
  if (view.may.replyComment !== 'yes') return null;
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void reply();
      }}
      onKeyDown={handleFormKeys(
        () => void reply(),
        () => setNote(''),
      )}
    >
      <TextArea
        label={t('comments.reply')}
        hideLabel
        placeholder={t('comments.reply')}
        rows={1}
        value={note}
        maxLength={limits.noteMax}
        error={error('note')}
        onChange={setNote}
      />
      <div className={styles.buttons}>
        <Button size="small" pending={pending} onPress={() => void send(turn, of)}>
          {t(comment.resolved ? 'comments.reopen' : 'comments.resolve')}
        </Button>
        <span className="push" />
        <Button size="small" type="submit" pending={pending} disabled={note.trim() === ''}>
          {t('comments.sendReply')}
        </Button>
      </div>
    </form>
  );
}

export function CommentThread({ view, comment, version, open, onOpen }: Props) {
  const { t } = useTranslation(['review', 'case']);
  const { stage, tooth, replies, resolved, list } = comment;
  const at = stageText(t, stage, list);
  const where = t(tooth === null ? 'comments.where' : 'comments.whereTooth', { tooth, at });
  const facts = [
    actorName(comment.by, t),
    where,
    ...(comment.version === version ? [] : [t('comments.ofVersion', { version: comment.version })]),
    formatMoment(comment.at),
    ...(replies.length > 0 && !open ? [t('comments.replies', { count: replies.length })] : []),
  ];
  return (
    <li className={styles.thread} data-open={open || undefined} data-resolved={resolved ? true : undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        onClick={() => onOpen(comment)}
        id={`comment-${comment.comment}`}
      >
        <span className={styles.pin} aria-hidden="true">
          {comment.comment}
        </span>
        <span className="visually-hidden">{t('comments.show', { comment: comment.comment, where })}</span>
        <span className={styles.words}>{comment.note}</span>
        <span className={`${styles.facts} t-small t-2`}>{facts.join(' · ')}</span>
      </button>
      {open && (
        <div className={styles.inside}>
          {replies.length > 0 && (
            <ul className={styles.replies}>
              {replies.map(said => (
                <Said key={`${said.at} ${said.by.id}`} said={said} />
              ))}
            </ul>
          )}
          {resolved && (
            <p className="t-small t-2">{t('comments.resolved', { name: actorName(resolved.by, t) })}</p>
          )}
          <Answer view={view} comment={comment} />
        </div>
      )}
    </li>
  );
}
