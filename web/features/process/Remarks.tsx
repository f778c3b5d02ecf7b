/** Remarks on a submitted case. Typed text is kept when another person saves first. */

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { errors } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import { handleFormKeys } from '#web/features/review/form-keys.ts';
import { takeAction } from '#web/lib/act.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import styles from './process.module.css';

type Remarks = CaseView['remarks'];

function Written({ remarks }: { remarks: Remarks }) {
  const { t } = useTranslation('process');
  if (!remarks?.text) return <p className="t-2">{t('remarksNone')}</p>;
  return (
    <>
      <p className={styles.said}>{remarks.text}</p>
      <p className="t-small t-2">
        {t('remarksBy', { name: actorName(remarks.by, t), at: formatMoment(remarks.at) })}
      </p>
    </>
  );
}

type Sent = 'no' | 'sending' | 'lost' | { message: string };

/** @param onEnd called after saving or cancelling */
function Editor({ view, onEnd }: { view: CaseView; onEnd: () => void }) {
  const { t } = useTranslation(['process', 'action', 'error', 'case']);
  const [text, setText] = useState(view.remarks?.text ?? '');
  // The revision that the writer has read: at the start of editing, and again after a conflict was shown.
  const [read, setRead] = useState(view.remarks?.revision ?? view.revision);
  const [sent, setSent] = useState<Sent>('no');
  const save = async () => {
    setSent('sending');
    const done = await takeAction(view.caseId, 'remark', { text: text.trim(), revision: read });
    if (done.ok) return onEnd();
    const lost = done.error.code === errors.remarksFailed.code;
    setSent(lost ? 'lost' : { message: done.error.message });
  };
  const theirs = view.remarks;
  const behind = sent === 'lost' || (theirs !== null && theirs.revision > read);
  const refused = typeof sent === 'object' ? sent.message : undefined;
  const keys = handleFormKeys(() => void save(), onEnd);
  return (
    <form
      className={styles.editor}
      onKeyDown={keys}
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      {sent === 'lost' && <Banner tone="danger">{t(`error:${errors.remarksFailed.code}`)}</Banner>}
      {behind && theirs && (
        <Banner
          tone="warn"
          title={t('remarksTheirs', { name: actorName(theirs.by, t), at: formatMoment(theirs.at) })}
          actions={
            <>
              <Button size="small" onPress={() => setText(theirs.text)}>
                {t('remarksTake')}
              </Button>
              <Button
                size="small"
                onPress={() => {
                  setRead(theirs.revision);
                  setSent('no');
                }}
              >
                {t('remarksKeep')}
              </Button>
            </>
          }
        >
          {theirs.text || t('remarksEmptied')}
        </Banner>
      )}
      <TextArea
        label={t('case:note.remark')}
        value={text}
        onChange={setText}
        maxLength={limits.textMax}
        error={refused}
        autoFocus
      />
      <div className="row">
        <Button type="submit" variant="primary" pending={sent === 'sending'} shortcut="Ctrl ↵">
          {t('save')}
        </Button>
        <Button onPress={onEnd}>{t('action:cancel')}</Button>
      </div>
    </form>
  );
}

export function CaseRemarks({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['process', 'case']);
  const [editing, setEditing] = useState(false);
  // True after editing, so that the edit button gets the focus back.
  const [left, setLeft] = useState(false);
  const may = !past && view.may.remark === 'yes';
  if (!may && !view.remarks) return null;
  return (
    <section className={styles.remarks}>
      <div className={styles.head}>
        {!editing && <h3 className="eyebrow">{t('case:note.remark')}</h3>}
        {may && !editing && (
          <Button
            size="small"
            variant="quiet"
            icon={<Pencil />}
            autoFocus={left}
            onPress={() => setEditing(true)}
          >
            {t('case:action.remark')}
          </Button>
        )}
      </div>
      {editing && may ? (
        <Editor
          view={view}
          onEnd={() => {
            setEditing(false);
            setLeft(true);
          }}
        />
      ) : (
        <Written remarks={view.remarks} />
      )}
    </section>
  );
}
