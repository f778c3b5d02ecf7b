/**
 * Dialog in which a second person confirms a request. Shows who asked, why, which data the request concerns, and which
 * data stay.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '#web/lib/act.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Form } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type DataRequestItem, dataRequestCommands, dataRequestQuery } from './data-request-queries.ts';
import styles from './dataRequest.module.css';
import { HeldPatientData } from './HeldPatientData.tsx';

type Props = { item: DataRequestItem; onClose: () => void };

export default function ConfirmRequestDialog({ item, onClose }: Props) {
  const { t } = useTranslation(['dataRequest', 'error']);
  const { id, kind, caseId, by, at, keptElsewhere } = item;
  const { data } = useQuery(dataRequestQuery(id, false));
  const [typed, setTyped] = useState('');
  const command = useCommandState();
  const above = command.other(['typed']);
  const erases = kind === 'erasure';
  const submit = async () => {
    if (command.pending) return;
    const isDone = await command.run(async () =>
      refusalOf(await dataRequestCommands.confirm(id, erases ? typed : undefined)),
    );
    if (!isDone) return;
    toast({ text: t('did.confirm'), tone: 'ok' });
    onClose();
  };
  return (
    <SubmitDialog
      size="medium"
      role="alertdialog"
      title={t(`confirmTitle.${kind}`, { caseId })}
      cancel={t('cancel')}
      confirm={t('confirm')}
      variant={erases ? 'dangerFilled' : 'primary'}
      pending={command.pending}
      submit={submit}
      onClose={onClose}
    >
      <Form className={styles.form} onSubmit={submit}>
        {above && <Banner tone="danger">{above}</Banner>}
        <p>{t(`confirmHow.${kind}`, { name: by.name })}</p>
        <section className={styles.held}>
          <h3 className="t-strong">{t('askedBy', { name: by.name, at: formatMoment(at) })}</h3>
          <p>{data?.reason}</p>
          {erases && keptElsewhere && <p className="t-small t-2">{t('keptElsewhere', { name: by.name })}</p>}
        </section>
        {data ? (
          <HeldPatientData kind={kind} data={data} />
        ) : (
          <Skeleton lines={4} label={t('list.loading')} />
        )}
        {erases && (
          <TextField
            label={t('typed')}
            required
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={setTyped}
            error={command.error('typed')}
          />
        )}
      </Form>
    </SubmitDialog>
  );
}
