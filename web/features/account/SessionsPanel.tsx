/** The sessions of the account, each with a button that ends it. */
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoot } from '#web/lib/boot.tsx';
import { formatMoment, formatRelativeTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { useBrowserNameFormatter } from '#web/lib/useBrowserNameFormatter.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { endSessions, type OwnSession, ownSessionsQuery } from './account-queries.ts';
import { ConfirmWithPasswordDialog } from './ConfirmWithPasswordDialog.tsx';

/** The session, or all others, that the open dialog ends. */
type Ending = OwnSession | 'others';

const handheld: readonly OwnSession['system'][] = ['ios', 'ipados', 'android', 'harmony'];

export function SessionsPanel() {
  const { t } = useTranslation('account');
  const { data, isError, refetch } = useQuery(ownSessionsQuery());
  const list = data?.items;
  const [ending, setEnding] = useState<Ending | null>(null);
  const others = (list?.length ?? 0) > 1;
  return (
    <Panel
      flush
      title={t('sessions.title')}
      count={list && list.length > 0 ? list.length : undefined}
      note={t('sessions.lead')}
      footer={
        others ? (
          <Button size="small" variant="danger" onPress={() => setEnding('others')}>
            {t('sessions.endOthers')}
          </Button>
        ) : (
          list && t('sessions.only')
        )
      }
    >
      {list ? (
        <ul className={styles.list}>
          {list.map(session => (
            <Line key={session.id} session={session} end={setEnding} />
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
      {ending && (
        <EndDialog
          ending={ending}
          asksPassword={data?.asksPassword ?? true}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  );
}

type EndDialogProps = { ending: Ending; asksPassword: boolean; onClose: () => void };

function EndDialog({ ending, asksPassword, onClose }: EndDialogProps) {
  const { t } = useTranslation('account');
  const nameOf = useBrowserNameFormatter();
  const texts = () => {
    if (ending === 'others')
      return {
        title: t('sessions.endOthersTitle'),
        lead: t('sessions.endOthersHow'),
        confirm: t('sessions.endOthers'),
        said: t('sessions.othersEnded'),
      };
    const name = nameOf(ending);
    return {
      title: t('sessions.endTitle', { name }),
      lead: t('sessions.endHow'),
      confirm: t('sessions.end'),
      said: t('sessions.ended', { name }),
    };
  };
  const { said, ...shown } = texts();
  return (
    <ConfirmWithPasswordDialog
      danger
      {...shown}
      asksPassword={asksPassword}
      hint={t('sessions.whyPassword')}
      send={body => endSessions(ending, body)}
      onDone={() => {
        toast({ text: said, tone: 'ok' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type LineProps = { session: OwnSession; end: (session: OwnSession) => void };

function Line({ session, end }: LineProps) {
  const { t } = useTranslation('account');
  const name = useBrowserNameFormatter()(session);
  const Icon = handheld.includes(session.system) ? Smartphone : Laptop;
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
        <Button size="small" aria-label={t('sessions.endOf', { name })} onPress={() => end(session)}>
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
        {current
          ? t('sessions.usedNow')
          : t('sessions.usedAt', { when: formatRelativeTime(usedAt, now, lang) })}
      </span>
      <span className="num">{t('sessions.startedAt', { when: formatMoment(startedAt) })}</span>
    </p>
  );
}
