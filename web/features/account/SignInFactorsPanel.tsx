/** The second step of signing in: authenticator app and recovery codes. */
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AuthenticatorAppSetUpDialog } from './AuthenticatorAppSetUpDialog.tsx';
import styles from './account.module.css';
import { ConfirmWithPasswordDialog } from './ConfirmWithPasswordDialog.tsx';
import { factorCommands, ownFactorsQuery, type SignInFactors } from './factor-queries.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

type Open = 'setUp' | 'remove' | 'renew';

/** With fewer recovery codes than this, the panel shows a warning. */
const fewCodes = 4;

export function SignInFactorsPanel() {
  const { t } = useTranslation('account');
  const { data: factors, isError, refetch } = useQuery(ownFactorsQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel flush title={t('factors.title')} note={t(factors?.demanded ? 'factors.demanded' : 'factors.lead')}>
      {factors ? (
        <FactorLines factors={factors} open={setOpen} />
      ) : isError ? (
        <EmptyState
          title={t('factors.failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={2} label={t('loading')} />
      )}
      {open === 'setUp' && <AuthenticatorAppSetUpDialog onCodes={setCodes} onClose={close} />}
      {open === 'remove' && (
        <ConfirmWithPasswordDialog
          danger
          title={t('factors.removeTitle')}
          lead={t('factors.removeHow')}
          confirm={t('factors.remove')}
          send={factorCommands.removeApp}
          onDone={() => {
            toast({ text: t('factors.removed'), tone: 'ok' });
            close();
          }}
          onClose={close}
        />
      )}
      {open === 'renew' && (
        <ConfirmWithPasswordDialog
          title={t('factors.renewTitle')}
          lead={t('factors.renewHow')}
          confirm={t('factors.renew')}
          send={factorCommands.renewRecoveryCodes}
          onDone={({ recoveryCodes }) => {
            setCodes(recoveryCodes);
            close();
          }}
          onClose={close}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Panel>
  );
}

function FactorLines({ factors, open }: { factors: SignInFactors; open: (what: Open) => void }) {
  const { t } = useTranslation('account');
  const { totp, recoveryLeft, demanded, passkeys } = factors;
  const isLast = demanded && passkeys.length === 0;
  const Icon = totp ? ShieldCheck : ShieldOff;
  return (
    <ul className={styles.list}>
      <li className={styles.line}>
        <Icon aria-hidden="true" className={styles.device} />
        <div className={styles.words}>
          <h3 className={styles.name}>
            {t('factors.app')}
            <Badge tone={totp ? 'ok' : 'neutral'}>{t(totp ? 'factors.on' : 'factors.off')}</Badge>
          </h3>
          <p className="t-small t-2">{t(totp ? 'factors.onHow' : 'factors.offHow')}</p>
        </div>
        {totp ? (
          <Button
            size="small"
            variant="danger"
            disabledReason={isLast ? t('factors.last') : undefined}
            onPress={() => open('remove')}
          >
            {t('factors.remove')}
          </Button>
        ) : (
          <Button size="small" onPress={() => open('setUp')}>
            {t('factors.setUp')}
          </Button>
        )}
      </li>
      {totp && (
        <li className={styles.line}>
          <div className={styles.words}>
            <h3 className={styles.name}>
              {t('factors.recovery')}
              <Badge tone={recoveryLeft < fewCodes ? 'warn' : 'neutral'}>
                {t('factors.left', { count: recoveryLeft })}
              </Badge>
            </h3>
            <p className="t-small t-2">{t('factors.recoveryHow')}</p>
          </div>
          <Button size="small" onPress={() => open('renew')}>
            {t('factors.renew')}
          </Button>
        </li>
      )}
    </ul>
  );
}
