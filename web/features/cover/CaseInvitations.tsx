/** Invitations to cases that wait for the doctor's answer, and cases in which the doctor takes part. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import {
  type CaseInvitationItem,
  collaboratorCommands,
  ownCollaborationsQuery,
} from './collaborator-queries.ts';
import styles from './cover.module.css';

function CaseInvitation({ of }: { of: CaseInvitationItem }) {
  const { t } = useTranslation('cover');
  const [pending, setPending] = useState<'accept' | 'end' | null>(null);
  const { caseId } = of;
  const names = { name: of.by.name, caseId };
  const answer = async (verb: 'accept' | 'end') => {
    if (pending) return;
    setPending(verb);
    const done = await collaboratorCommands.answer(of.id, verb);
    setPending(null);
    if (done.ok) toast({ text: t(verb === 'accept' ? 'did.accept' : 'did.leave'), tone: 'ok' });
  };
  return (
    <li className={styles.cover}>
      <div className={styles.words}>
        <p className="t-strong">
          {caseId === null ? (
            t('asksYou', names)
          ) : (
            <Link className="link" href={`/caseDetail?id=${encodeURIComponent(caseId)}`}>
              {t('takesPart', names)}
            </Link>
          )}
        </p>
        <p className="t-small">
          {t(`level.${of.level}`)}
          {' · '}
          {of.lastDay ? t('untilDay', { day: of.lastDay }) : t('noEnd')}
        </p>
        <p className="t-small t-2">{of.note}</p>
      </div>
      <span className={styles.acts}>
        <Button size="small" pending={pending === 'end'} onPress={() => void answer('end')}>
          {t(caseId === null ? 'decline' : 'leave')}
        </Button>
        {caseId === null && (
          <Button
            size="small"
            variant="primary"
            pending={pending === 'accept'}
            onPress={() => void answer('accept')}
          >
            {t('accept')}
          </Button>
        )}
      </span>
    </li>
  );
}

export function CaseInvitations() {
  const { t } = useTranslation('cover');
  const { data = [] } = useQuery(ownCollaborationsQuery());
  if (data.length === 0) return null;
  return (
    <Panel title={t('invitations')} count={data.length} className={styles.panel}>
      <ul className={styles.list}>
        {data.map(one => (
          <CaseInvitation key={one.id} of={one} />
        ))}
      </ul>
    </Panel>
  );
}
