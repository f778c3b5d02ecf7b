/** The collaborators of a case, with who invited them; for the doctors of the case the form of an invitation. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { type CollaboratorLevel, collaboratorLevels } from '#events/person/position.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import {
  type CollaboratorItem,
  collaboratorCommands,
  collaboratorsOfCaseQuery,
} from './collaborator-queries.ts';
import styles from './cover.module.css';

const fields = ['email', 'level', 'last', 'note'];

function Collaborator({ of }: { of: CollaboratorItem }) {
  const { t } = useTranslation('cover');
  const name = of.person?.name ?? of.address ?? '';
  const end = async () => {
    const done = await collaboratorCommands.answer(of.id, 'end');
    if (done.ok) toast({ text: t(of.person ? 'did.endPart' : 'did.withdraw', { name }), tone: 'ok' });
  };
  return (
    <li className={styles.cover}>
      <div className={styles.words}>
        <p className="t-strong">{of.person ? name : t('waits', { address: name })}</p>
        <p className="t-small">
          {t(`level.${of.level}`)}
          {' · '}
          {of.lastDay ? t('untilDay', { day: of.lastDay }) : t('noEnd')}
          {' · '}
          {t('invitedBy', { name: of.by.name })}
        </p>
        {of.note && <p className="t-small t-2">{of.note}</p>}
      </div>
      {of.mayEnd && (
        <Button size="small" aria-label={t('endPartOf', { name })} onPress={() => void end()}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}

function useInvitation(caseId: string) {
  const { t } = useTranslation('cover');
  const { lang } = useBoot();
  const [email, setEmail] = useState('');
  const [level, setLevel] = useState<CollaboratorLevel>('reads');
  const [last, setLast] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const command = useCommandState();
  const submit = async () => {
    if (command.pending) return;
    const written = lang === 'en' ? 'en' : 'zh-CN';
    const isDone = await command.run(async () =>
      refusalOf(
        await collaboratorCommands.invite(caseId, {
          ...{ email: email.trim(), level, note: note.trim(), lang: written },
          ...(last && { last }),
        }),
      ),
    );
    if (!isDone) return;
    toast({ text: t('did.invite', { email: email.trim() }), tone: 'ok' });
    setEmail('');
    setNote('');
  };
  const typed = { email, setEmail, level, setLevel, last, setLast, note, setNote };
  return { ...typed, command, submit };
}

function Level({ level, setLevel }: Pick<ReturnType<typeof useInvitation>, 'level' | 'setLevel'>) {
  const { t } = useTranslation('cover');
  return (
    <RadioGroup
      label={t('mayDo')}
      value={level}
      onChange={setLevel}
      options={collaboratorLevels.map(value => ({
        value,
        label: t(`level.${value}`),
        note: t(`levelHow.${value}`),
      }))}
    />
  );
}

function InviteForm({ caseId }: { caseId: string }) {
  const { t } = useTranslation('cover');
  const form = useInvitation(caseId);
  const { command } = form;
  const above = command.other(fields);
  return (
    <Form className={styles.form} onSubmit={form.submit}>
      <h3 className="t-strong">{t('invite')}</h3>
      <p className="t-2">{t('inviteHow')}</p>
      {above && <Banner tone="danger">{above}</Banner>}
      <TextField
        label={t('email')}
        type="email"
        required
        autoComplete="off"
        value={form.email}
        onChange={form.setEmail}
        error={command.error('email')}
      />
      <Level {...form} />
      <DateField
        label={t('last')}
        optional
        hint={t('lastHint')}
        value={form.last}
        onChange={form.setLast}
        error={command.error('last')}
      />
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        required
        maxLength={limits.textMax}
        value={form.note}
        onChange={form.setNote}
        error={command.error('note')}
      />
      <Button type="submit" variant="primary" pending={command.pending}>
        {t('invite')}
      </Button>
    </Form>
  );
}

export default function CollaboratorsDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation('cover');
  const { data } = useQuery(collaboratorsOfCaseQuery(caseId));
  return (
    <Dialog open size="medium" title={t('collaboratorsOf', { caseId })} onClose={onClose}>
      {data ? (
        <div className={styles.form}>
          {data.items.length === 0 ? (
            <p className="t-2">{t('noCollaborators')}</p>
          ) : (
            <ul className={styles.list}>
              {data.items.map(one => (
                <Collaborator key={one.id} of={one} />
              ))}
            </ul>
          )}
          {data.mayInvite && <InviteForm caseId={caseId} />}
        </div>
      ) : (
        <Skeleton lines={4} label={t('loading')} />
      )}
    </Dialog>
  );
}
