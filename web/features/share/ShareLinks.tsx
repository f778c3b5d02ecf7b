/**
 * The share links of a case as lines: audience, expiry, number of openings; each can be shown and revoked.
 */

import { QrCode, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareItem } from '#events/share/facts.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment, formatZonedMoment } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { Tone } from '#web/ui/theme.ts';
import { toast } from '#web/ui/toast.tsx';
import styles from './share.module.css';
import { createShareLink, newShareLinkLike, revokeShareLink } from './share-links.ts';

const LinkCard = lazy(async () => ({ default: (await import('./ShareLinkCard.tsx')).ShareLinkCard }));

const tones: Record<ShareItem['standing'], Tone> = {
  open: 'ok',
  expired: 'neutral',
  revoked: 'neutral',
  gone: 'neutral',
};

/** Returns a short description of a link's content. */
function useWords() {
  const { t } = useTranslation('share');
  return {
    what: ({ what }: ShareItem) => {
      if (what.kind === 'model') return t('modelLine');
      if (what.kind === 'wear') return t('wearLine');
      return t(what.list === 'plans' ? 'version' : 'target', { version: what.version });
    },
    scope: ({ for: audience, what, scope }: ShareItem) =>
      what.kind !== 'plan'
        ? []
        : [
            t(scope.stages ? 'scope.all' : 'scope.ends'),
            ...(scope.notes && audience === 'colleague' ? [t('scope.notes')] : []),
          ],
    opened: ({ opened: { times, last } }: ShareItem) =>
      last === null ? t('openedNever') : t('opened', { count: times, at: formatMoment(last) }),
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
          {open ? t('until', { at: formatZonedMoment(share.expiresAt) }) : t(`standing.${share.standing}`)}
        </StatusChip>
        <span className="t-small t-2">
          {t('by', { name: actorName(share.by, t), at: formatMoment(share.at) })}
        </span>
      </div>
      <span className="t-small t-2 num">{words.opened(share)}</span>
      {items.length > 0 ? (
        // A menu needs a box for its position in the grid.
        <span>
          <Menu label={t('acts', { who })} items={items} trigger={{ size: 'small' }} />
        </span>
      ) : (
        <span className="t-small t-3">{open ? t('hidden') : ''}</span>
      )}
    </li>
  );
}

/** Revokes a link. Undo creates a new link, because a closed link stays closed. */
function useRevoke(caseId: string) {
  const { t } = useTranslation('share');
  const again = async (share: ShareItem) => {
    const done = await createShareLink(caseId, newShareLinkLike(share));
    if (done.ok) toast({ text: t('madeAgain'), tone: 'ok' });
  };
  return async (share: ShareItem) => {
    const done = await revokeShareLink(caseId, share.id);
    if (!done.ok) return;
    toast({
      text: t('revoked'),
      action: { label: t('undo'), onPress: () => void again(share) },
      seconds: 10,
    });
  };
}

/**
 * The open dialog of a link. Rendered outside the surrounding dialog, so that neither receives the other's
 * keys.
 */
type OpenLinkDialog = { what: 'show' | 'revoke'; share: ShareItem } | null;

/** The links of a case as lines, and their dialogs. */
export function useShareLinkListAndDialogs(caseId: string) {
  const { t } = useTranslation('share');
  const [asked, setAsked] = useState<OpenLinkDialog>(null);
  const revoke = useRevoke(caseId);
  const close = () => setAsked(null);
  const line = (share: ShareItem) => (
    <Line
      key={share.id}
      share={share}
      onShow={() => setAsked({ what: 'show', share })}
      onRevoke={() => setAsked({ what: 'revoke', share })}
    />
  );
  const shown = asked?.what === 'show' && asked.share.path;
  const dialogs = (
    <>
      {shown && (
        <Dialog open size="medium" title={t('show')} onClose={close}>
          <Suspense fallback={null}>
            <LinkCard path={shown} />
          </Suspense>
        </Dialog>
      )}
      {asked?.what === 'revoke' && (
        <ConfirmDialog
          open
          danger
          title={t('revokeTitle')}
          confirm={t('revoke')}
          cancel={t('cancel')}
          onClose={close}
          onConfirm={async () => {
            await revoke(asked.share);
            close();
          }}
        >
          {t('revokeText')}
        </ConfirmDialog>
      )}
    </>
  );
  const list = (items: readonly ShareItem[]) => <ul className={`rows ${styles.list}`}>{items.map(line)}</ul>;
  return { list, dialogs };
}
