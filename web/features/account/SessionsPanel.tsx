/** Where the account is signed in, and signing out there. */
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendCommand } from '#web/lib/act.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { formatMoment, relativeTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { type OwnSession, ownSessions } from './account-queries.ts';

const handheld: readonly OwnSession['system'][] = ['ios', 'ipados', 'android', 'harmony'];

/** "Chrome on Windows". */
function useBrowserName(): (session: OwnSession) => string {
  const { t } = useTranslation('account');
  return ({ browser, system }) => {
    const name = t(`sessions.browser.${browser}`);
    return system === 'other'
      ? name
      : t('sessions.on', { browser: name, system: t(`sessions.system.${system}`) });
  };
}

export function SessionsPanel() {
  const { t } = useTranslation('account');
  const { data: list, isError, refetch } = useQuery(ownSessions());
  const [all, setAll] = useState(false);
  const others = (list?.length ?? 0) > 1;
  const end = async (path: string, said: string) => {
    const done = await sendCommand('DELETE', path);
    if (done.ok) toast({ text: said, tone: 'ok' });
    // Also after a refusal: the session may have ended by itself.
    await refetch();
  };
  return (
    <Panel
      flush
      title={t('sessions.title')}
      count={list && list.length > 0 ? list.length : undefined}
      note={t('sessions.lead')}
      action={
        others && (
          <Button size="small" variant="danger" onPress={() => setAll(true)}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
      footer={list && !others ? t('sessions.only') : undefined}
    >
      {list ? (
        <ul className={styles.list}>
          {list.map(session => (
            <Line key={session.id} session={session} end={end} />
          ))}
        </ul>
      ) : isError ? (
        <EmptyState
          title={t('sessions.failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={4} label={t('loading')} />
      )}
      <ConfirmDialog
        open={all}
        danger
        title={t('sessions.endOthersTitle')}
        confirm={t('sessions.endOthers')}
        cancel={t('cancel')}
        onConfirm={async () => {
          await end('/sessions', t('sessions.othersEnded'));
          setAll(false);
        }}
        onClose={() => setAll(false)}
      >
        {t('sessions.endOthersHow')}
      </ConfirmDialog>
    </Panel>
  );
}

type LineProps = { session: OwnSession; end: (path: string, said: string) => Promise<void> };

function Line({ session, end }: LineProps) {
  const { t } = useTranslation('account');
  const name = useBrowserName()(session);
  const [pending, setPending] = useState(false);
  const Icon = handheld.includes(session.system) ? Smartphone : Laptop;
  const signOut = async () => {
    setPending(true);
    await end(`/sessions/${encodeURIComponent(session.id)}`, t('sessions.ended', { name }));
    setPending(false);
  };
  return (
    <li className={styles.line}>
      <Icon aria-hidden="true" className={styles.device} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name}
          {session.current && <Badge tone="brand">{t('sessions.current')}</Badge>}
          {session.remembered && <Badge>{t('sessions.remembered')}</Badge>}
        </h3>
        <Facts session={session} />
      </div>
      {!session.current && (
        <Button
          size="small"
          pending={pending}
          aria-label={t('sessions.endOf', { name })}
          onPress={() => void signOut()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

function Facts({ session: { network, sameNetwork, startedAt, usedAt, current } }: { session: OwnSession }) {
  const { t } = useTranslation('account');
  const { lang } = useBoot();
  const now = useNow();
  const place = network === 'local' ? t('sessions.local') : t('sessions.network', { network });
  return (
    <p className={styles.facts}>
      <span>{sameNetwork && !current ? t('sessions.sameNetwork', { place }) : place}</span>
      <span>
        {current ? t('sessions.usedNow') : t('sessions.usedAt', { when: relativeTime(usedAt, now, lang) })}
      </span>
      <span className="num">{t('sessions.startedAt', { when: formatMoment(startedAt) })}</span>
    </p>
  );
}
