/** The case's links: for whom, until when, how often opened; each can be shown again and taken back. */
import { useQuery } from '@tanstack/react-query';
import { QrCode, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareItem } from '#events/share/facts.ts';
import type { CaseView } from '#projections/case/view.ts';
import { momentOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Tone } from '#web/ui/theme.ts';
import { toast } from '#web/ui/toast.tsx';
import { ShareButton } from './ShareButton.tsx';
import styles from './share.module.css';
import { bodyOf, makeShare, revokeShare, shares } from './shares.ts';

const LinkCard = lazy(async () => ({ default: (await import('./LinkCard.tsx')).LinkCard }));

const tones: Record<ShareItem['standing'], Tone> = {
  open: 'ok',
  expired: 'neutral',
  revoked: 'neutral',
  gone: 'neutral',
};

/** What a link shows, in a few words. */
function useWords() {
  const { t } = useTranslation('share');
  return {
    what: ({ what }: ShareItem) => {
      if (what.kind === 'model') return t('modelLine');
      return t(what.list === 'plans' ? 'version' : 'target', { version: what.version });
    },
    scope: ({ what, scope }: ShareItem) =>
      what.kind === 'model'
        ? []
        : [t(scope.stages ? 'scope.all' : 'scope.ends'), ...(scope.notes ? [t('scope.notes')] : [])],
    opened: ({ opened: { times, last } }: ShareItem) =>
      last === null ? t('openedNever') : t('opened', { count: times, at: momentOf(last) }),
  };
}

type LineProps = { share: ShareItem; onShow: () => void; onRevoke: () => void };

function Line({ share, onShow, onRevoke }: LineProps) {
  const { t } = useTranslation('share');
  const words = useWords();
  const who = t(`for.${share.for}`);
  const open = share.standing === 'open';
  const items = [
    ...(share.path
      ? [{ id: 'show', label: t('show'), icon: <QrCode aria-hidden="true" />, onPress: onShow }]
      : []),
    ...(share.mayRevoke
      ? [
          {
            id: 'revoke',
            label: t('revoke'),
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            onPress: onRevoke,
          },
        ]
      : []),
  ];
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <span className="t-strong">
          {who} · {words.what(share)}
        </span>
        <span className="t-small t-2">{words.scope(share).join(' · ')}</span>
      </div>
      <div className={styles.what}>
        <StatusChip tone={tones[share.standing]}>
          {open ? t('until', { at: momentOf(share.expiresAt) }) : t(`standing.${share.standing}`)}
        </StatusChip>
        <span className="t-small t-2">{t('by', { name: share.by.name, at: momentOf(share.at) })}</span>
      </div>
      <span className="t-small t-2 num">{words.opened(share)}</span>
      {items.length > 0 ? (
        <Menu label={t('acts', { who })} items={items} trigger={{ size: 'small' }} />
      ) : (
        <span className="t-small t-3">{open ? t('hidden') : ''}</span>
      )}
    </li>
  );
}

/** Takes a link back; who did so by mistake gets a new one, for what is closed stays closed. */
function useRevoke(caseId: string) {
  const { t } = useTranslation('share');
  const again = async (share: ShareItem) => {
    const done = await makeShare(caseId, bodyOf(share));
    if (done.ok) toast({ text: t('madeAgain'), tone: 'ok' });
  };
  return async (share: ShareItem) => {
    const done = await revokeShare(caseId, share.id);
    if (!done.ok) return;
    toast({
      text: t('revoked'),
      action: { label: t('undo'), onPress: () => void again(share) },
      seconds: 10,
    });
  };
}

function Links({ items, caseId }: { items: readonly ShareItem[]; caseId: string }) {
  const { t } = useTranslation('share');
  const [shown, setShown] = useState<ShareItem | null>(null);
  const [asked, setAsked] = useState<ShareItem | null>(null);
  const revoke = useRevoke(caseId);
  const line = (share: ShareItem) => (
    <Line key={share.id} share={share} onShow={() => setShown(share)} onRevoke={() => setAsked(share)} />
  );
  const open = items.filter(share => share.standing === 'open');
  const closed = items.filter(share => share.standing !== 'open');
  return (
    <>
      <ul className={`rows ${styles.list}`}>{open.map(line)}</ul>
      {closed.length > 0 && (
        <Disclosure summary={`${t('older')} (${closed.length})`}>
          <ul className={`rows ${styles.list}`}>{closed.map(line)}</ul>
        </Disclosure>
      )}
      {shown?.path && (
        <Dialog open size="medium" title={t('show')} onClose={() => setShown(null)}>
          <Suspense fallback={null}>
            <LinkCard path={shown.path} />
          </Suspense>
        </Dialog>
      )}
      {asked && (
        <ConfirmDialog
          open
          danger
          title={t('revokeTitle')}
          confirm={t('revoke')}
          cancel={t('cancel')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await revoke(asked);
            setAsked(null);
          }}
        >
          {t('revokeText')}
        </ConfirmDialog>
      )}
    </>
  );
}

export function PlanLinks({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['share', 'case']);
  const { data, isError, refetch } = useQuery(shares(view.caseId));
  const newest = view.plans.at(-1);
  const share = !past && newest && <ShareButton view={view} list="plans" version={newest.version} primary />;
  const open = data?.items.filter(item => item.standing === 'open').length ?? 0;
  const empty = data?.items.length === 0;
  return (
    <Panel
      id="planLinks"
      title={t('case:page.planLinks')}
      count={open > 0 ? t('share:count', { open }) : undefined}
      // Always here: it holds the dialog, which outlives the first link's coming.
      action={share}
    >
      {!data && !isError && <Skeleton lines={2} label={t('share:loading')} />}
      {!data && isError && (
        <EmptyState
          title={t('share:failed')}
          action={<Button onPress={() => void refetch()}>{t('share:retry')}</Button>}
        />
      )}
      {empty && (
        <EmptyState title={t('share:empty')}>
          {t(data.makes.length > 0 ? 'share:emptyHow' : 'share:emptyNotYours')}
        </EmptyState>
      )}
      {data && !empty && <Links items={data.items} caseId={view.caseId} />}
    </Panel>
  );
}
