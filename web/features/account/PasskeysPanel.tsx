/** The own passkeys: add, rename, remove. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoot } from '#web/lib/boot.tsx';
import { formatMoment, formatRelativeTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import styles from './account.module.css';
import { ConfirmWithPasswordDialog } from './ConfirmWithPasswordDialog.tsx';
import { factorCommands, type OwnPasskey, ownFactorsQuery } from './factor-queries.ts';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

type Open = { what: 'add' | 'keep' } | { what: 'rename' | 'remove'; passkey: OwnPasskey };

const never = () => () => undefined;

/**
 * Whether the page is at an IP address, where browsers refuse every passkey. False until the page runs in a browser.
 */
const useIsAtNumber = () =>
  useSyncExternalStore(
    never,
    () => /^[\d.]+$|^\[/.test(location.hostname),
    () => false,
  );

export function PasskeysPanel() {
  const { t } = useTranslation('account');
  const { data: factors } = useQuery(ownFactorsQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isAtNumber = useIsAtNumber();
  const isLast = factors?.demanded === true && !factors.totp && factors.passkeys.length === 1;
  const able = factors?.passkeysPossible === true && !isAtNumber;
  const add = (
    <Button
      size="small"
      disabledReason={able ? undefined : t('passkeys.impossible')}
      onPress={() => setOpen({ what: 'add' })}
    >
      {t('passkeys.add')}
    </Button>
  );
  return (
    <Panel
      flush
      title={t('passkeys.title')}
      note={t('passkeys.lead')}
      action={factors && factors.passkeys.length > 0 && add}
    >
      {factors?.passkeys.some(({ paused }) => paused) && (
        <Banner
          tone="warn"
          title={t('passkeys.pausedTitle')}
          actions={
            <Button size="small" onPress={() => setOpen({ what: 'keep' })}>
              {t('passkeys.keep')}
            </Button>
          }
        >
          {t('passkeys.pausedHow')}
        </Banner>
      )}
      {!factors ? (
        <Skeleton lines={2} label={t('loading')} />
      ) : factors.passkeys.length === 0 ? (
        <EmptyState title={t('passkeys.none')} action={add}>
          {t(able ? 'passkeys.noneHow' : 'passkeys.impossible')}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {factors.passkeys.map(passkey => (
            <Line key={passkey.id} passkey={passkey} isLast={isLast} open={setOpen} />
          ))}
        </ul>
      )}
      {open?.what === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.what === 'keep' && (
        <ConfirmWithPasswordDialog
          title={t('passkeys.keepTitle')}
          lead={t('passkeys.keepHow')}
          confirm={t('passkeys.keep')}
          send={factorCommands.keepPasskeys}
          onDone={() => {
            toast({ text: t('passkeys.kept'), tone: 'ok' });
            close();
          }}
          onClose={close}
        />
      )}
      {open?.what === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.what === 'remove' && (
        <ConfirmWithPasswordDialog
          danger
          title={t('passkeys.removeTitle', { name: open.passkey.name })}
          lead={t('passkeys.removeHow')}
          confirm={t('passkeys.remove')}
          send={body => factorCommands.removePasskey(open.passkey.id, body)}
          onDone={() => {
            toast({ text: t('passkeys.removed'), tone: 'ok' });
            close();
          }}
          onClose={close}
        />
      )}
    </Panel>
  );
}

type LineProps = {
  passkey: OwnPasskey;
  /** True for the only second factor of a person who must have one: it cannot be removed. */
  isLast: boolean;
  open: (what: Open) => void;
};

function Line({ passkey, isLast, open }: LineProps) {
  const { t } = useTranslation('account');
  const { lang } = useBoot();
  const now = useNow();
  const { name, addedAt, lastUsedAt, synced, paused } = passkey;
  return (
    <li className={styles.line}>
      <KeyRound aria-hidden="true" className={styles.device} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name}
          {synced && <Badge>{t('passkeys.synced')}</Badge>}
          {paused && <Badge tone="warn">{t('passkeys.paused')}</Badge>}
        </h3>
        <p className={styles.facts}>
          <span className="num">{t('passkeys.addedAt', { when: formatMoment(addedAt) })}</span>
          <span>
            {lastUsedAt
              ? t('passkeys.usedAt', { when: formatRelativeTime(lastUsedAt, now, lang) })
              : t('passkeys.unused')}
          </span>
        </p>
      </div>
      <Button
        size="small"
        aria-label={t('passkeys.renameOf', { name })}
        onPress={() => open({ what: 'rename', passkey })}
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        size="small"
        variant="danger"
        aria-label={t('passkeys.removeTitle', { name })}
        disabledReason={isLast ? t('factors.last') : undefined}
        onPress={() => open({ what: 'remove', passkey })}
      >
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}
