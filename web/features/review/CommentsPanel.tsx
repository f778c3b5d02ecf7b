/** The comments on a version: threads pinned to stages and teeth. Key C starts a new one. */
import { useAtomValue } from 'jotai/react';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommentItem } from '#projections/case/view.ts';
import { player } from '#web/features/viewer/player.ts';
import {
  chosenToothAtom,
  openPinIdAtom,
  type PicturePin,
  picturePinsAtom,
} from '#web/features/viewer/viewer-state.ts';
import { usePanelShortcut } from '#web/lib/page-shortcuts.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { areSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { Panel } from '#web/ui/panel.tsx';
import { CommentForm } from './CommentForm.tsx';
import { CommentThread } from './CommentThread.tsx';
import styles from './review.module.css';
import type { ReviewProps } from './review-props.ts';

const pinId = (comment: number) => `comment-${comment}`;

/** Pins of these comments in the picture; a comment on a whole stage has no pin. */
export function commentPins(comments: readonly CommentItem[]): PicturePin[] {
  return comments.flatMap(({ comment, stage, tooth, place }) =>
    tooth === null || place === null
      ? []
      : [{ id: pinId(comment), number: comment, stage, tooth, at: place }],
  );
}

/** Shows the pins while the panel is mounted. */
function usePins(comments: readonly CommentItem[]): void {
  const marks = useMemo(() => commentPins(comments), [comments]);
  useEffect(() => screenStore.set(picturePinsAtom, marks), [marks]);
  useEffect(
    () => () => {
      screenStore.set(picturePinsAtom, []);
      screenStore.set(openPinIdAtom, null);
    },
    [],
  );
}

/** Handles a single-key shortcut outside text fields. */
function useKey(key: string, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areSingleKeysEnabled() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (event.key.toLowerCase() !== key || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [key]);
}

const toggle = ({ comment, stage, tooth }: CommentItem) => {
  const opening = screenStore.get(openPinIdAtom) !== pinId(comment);
  screenStore.set(openPinIdAtom, opening ? pinId(comment) : null);
  if (!opening) return;
  player.go(stage);
  if (tooth !== null) screenStore.set(chosenToothAtom, tooth);
};

export function CommentsPanel({ view, list, version, bundle }: ReviewProps) {
  const { t } = useTranslation('review');
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  // Moves the focus from the closing form to the button; otherwise it would return to the top of the page.
  const close = () => {
    setAdding(false);
    add.current?.focus({ preventScroll: true });
  };
  const [all, setAll] = useState(false);
  const opened = useAtomValue(openPinIdAtom);
  const mine = useMemo(() => view.comments.filter(c => c.list === list), [view.comments, list]);
  const here = useMemo(() => mine.filter(c => c.version === version && !c.resolved), [mine, version]);
  usePins(here);
  const may = view.may.commentPlan === 'yes';
  useKey('c', () => may && setAdding(true));
  usePanelShortcut('C', t('comments.add'), may);
  const resolved = mine.filter(c => c.resolved);
  const shown = mine.filter(c => all || !c.resolved || opened === pinId(c.comment));
  return (
    <Panel
      title={t('comments.title')}
      count={mine.length - resolved.length}
      id="comments"
      action={
        may && (
          <Button
            ref={add}
            size="small"
            variant="quiet"
            icon={<Plus />}
            shortcut="C"
            onPress={() => setAdding(true)}
          >
            {t('comments.add')}
          </Button>
        )
      }
    >
      {adding && may && (
        <CommentForm view={view} list={list} version={version} bundle={bundle} onClose={close} />
      )}
      {mine.length === 0 && !adding && (
        <p className={styles.quiet}>{t(may ? 'comments.how' : 'comments.none')}</p>
      )}
      {mine.length > 0 && shown.length === 0 && <p className="t-2">{t('comments.noneHere')}</p>}
      <ul className={styles.threads}>
        {shown.map(comment => (
          <CommentThread
            key={comment.comment}
            view={view}
            comment={comment}
            version={version}
            open={opened === pinId(comment.comment)}
            onOpen={toggle}
          />
        ))}
      </ul>
      {resolved.length > 0 && (
        <Button size="small" variant="quiet" pressed={all} onPress={() => setAll(!all)}>
          {t('comments.showResolved', { count: resolved.length })}
        </Button>
      )}
    </Panel>
  );
}
