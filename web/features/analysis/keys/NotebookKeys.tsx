/** The person's keys for notebooks, with buttons to make and revoke one, and the first cells of a notebook. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './keys.module.css';
import { type NotebookKeyItem, notebookKeysQuery, revokeNotebookKey } from './keys-queries.ts';
import { MakeNotebookKeyDialog } from './MakeNotebookKeyDialog.tsx';
import { NotebookCells } from './NotebookCells.tsx';
import { NotebookKeyLine } from './NotebookKeyLine.tsx';
import { notebookTools } from './notebook-cells.ts';

export function NotebookKeys() {
  const { t } = useTranslation('analysis');
  const { data, isError, refetch } = useQuery(notebookKeysQuery());
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<NotebookKeyItem | null>(null);
  const items = data?.items;
  const tables = data?.tables ?? [];
  const withheld = items && tables.length === 0 ? t('keys.withheld') : undefined;
  const isFull = items !== undefined && items.length >= limits.notebookKeys;
  const make = (
    <Button
      size="small"
      disabledReason={withheld ?? (isFull ? t('keys.full', { count: limits.notebookKeys }) : undefined)}
      onPress={() => setMaking(true)}
    >
      {t('keys.make')}
    </Button>
  );
  return (
    <Panel
      flush
      title={t('keys.title')}
      note={t('keys.lead', { tools: Object.values(notebookTools).join(t('keys.comma')) })}
      count={items && items.length > 0 ? items.length : undefined}
      action={items && items.length > 0 && make}
    >
      {items && items.length > 0 ? (
        <ul className={styles.list}>
          {items.map(key => (
            <NotebookKeyLine key={key.id} notebookKey={key} onRevoke={setEnding} />
          ))}
        </ul>
      ) : items ? (
        <EmptyState title={t('keys.none')} action={make}>
          {t('keys.noneHow')}
        </EmptyState>
      ) : isError ? (
        <EmptyState
          title={t('keys.failed')}
          action={<Button onPress={() => void refetch()}>{t('report.retry')}</Button>}
        />
      ) : (
        <Skeleton lines={3} label={t('keys.loading')} />
      )}
      <NotebookCells />
      {isMaking && <MakeNotebookKeyDialog tables={tables} onClose={() => setMaking(false)} />}
      {ending && <RevokeDialog notebookKey={ending} onClose={() => setEnding(null)} />}
    </Panel>
  );
}

function RevokeDialog({
  notebookKey: { id, name },
  onClose,
}: {
  notebookKey: NotebookKeyItem;
  onClose: () => void;
}) {
  const { t } = useTranslation('analysis');
  const revoke = async () => {
    const done = await revokeNotebookKey(id);
    if (done.ok) toast({ text: t('keys.revoked', { name }), tone: 'ok' });
    // A 404 means that it is revoked already.
    if (done.ok || done.error.http === 404) onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t('keys.revokeOf', { name })}
      confirm={t('keys.revoke')}
      cancel={t('keys.cancel')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('keys.revokeHow')}</p>
    </ConfirmDialog>
  );
}
