/** Single sign-on of one organisation: its provider, positions by claim, and a test of the connection. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionReport } from '#services/api/answers.ts';
import { type CommandRefusal, refusalOf } from '#web/lib/act.ts';
import { useIssueTexts } from '#web/lib/useIssueTexts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { IdentityProviderFields, SecondFactorChoice } from './SingleSignOnFields.tsx';
import { PositionMapping } from './SingleSignOnPositions.tsx';
import {
  initialTypedSettingsOf,
  settingsOfTyped,
  singleSignOnFields,
  type TypedSingleSignOn,
} from './single-sign-on-form.ts';
import {
  removeSingleSignOn,
  type SingleSignOnItem,
  saveSingleSignOn,
  singleSignOnSettingsQuery,
  testSingleSignOn,
} from './single-sign-on-queries.ts';
import styles from './singleSignOn.module.css';

export function SingleSignOnPanel({ orgId }: { orgId: string }) {
  const { t } = useTranslation('sso');
  const { data, isError, refetch } = useQuery(singleSignOnSettingsQuery(orgId));
  if (isError && !data)
    return (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    );
  if (!data) return <Skeleton lines={8} label={t('loading')} />;
  return (
    <div className={styles.panels}>
      <Settings orgId={orgId} item={data} />
      <Addresses item={data} />
    </div>
  );
}

type Tested = { report: ConnectionReport } | null;

function useSettings(orgId: string, item: SingleSignOnItem) {
  const { t } = useTranslation('sso');
  const [typed, setTyped] = useState<TypedSingleSignOn>(() => initialTypedSettingsOf(item));
  const [refused, setRefused] = useState<CommandRefusal>(null);
  const [tested, setTested] = useState<Tested>(null);
  const [pending, setPending] = useState<'save' | 'test' | null>(null);
  const change = (part: Partial<TypedSingleSignOn>) => {
    setTyped({ ...typed, ...part });
    setTested(null);
  };
  const save = async () => {
    if (pending) return;
    setPending('save');
    const done = await saveSingleSignOn(orgId, settingsOfTyped(typed));
    setPending(null);
    setRefused(refusalOf(done));
    if (!done.ok) return;
    setTyped(initialTypedSettingsOf(done.answer.data));
    toast({ text: t('saved'), tone: 'ok' });
  };
  const test = async () => {
    if (pending) return;
    setPending('test');
    const { issuer, clientId, clientSecret } = settingsOfTyped(typed);
    const given = clientSecret === undefined ? {} : { clientSecret };
    const done = await testSingleSignOn(orgId, { issuer, clientId, ...given });
    setPending(null);
    setRefused(refusalOf(done));
    setTested(done.ok ? { report: done.answer.data } : null);
  };
  const remove = async () => {
    const done = await removeSingleSignOn(orgId);
    setRefused(refusalOf(done));
    if (!done.ok) return;
    setTyped(initialTypedSettingsOf(done.answer.data));
    toast({ text: t('removed'), tone: 'ok' });
  };
  return { typed, change, refused, tested, pending, save, test, remove };
}

function Settings({ orgId, item }: { orgId: string; item: SingleSignOnItem }) {
  const { t } = useTranslation('sso');
  const [asking, setAsking] = useState(false);
  const { typed, change, refused, tested, pending, save, test, remove } = useSettings(orgId, item);
  const issues = useIssueTexts(refused);
  const above = issues.above(singleSignOnFields);
  const { settings } = item;
  const part = { typed, onChange: change, issueAt: issues.at };
  return (
    <Panel
      title={t('section')}
      note={settings ? t('state.on', { host: new URL(settings.issuer).host }) : t('state.off')}
      footer={
        <span className={styles.acts}>
          <Button variant="primary" pending={pending === 'save'} onPress={() => void save()}>
            {t('save')}
          </Button>
          <Button pending={pending === 'test'} onPress={() => void test()}>
            {t('test')}
          </Button>
          {settings && (
            <Button variant="danger" onPress={() => setAsking(true)}>
              {t('remove')}
            </Button>
          )}
        </span>
      }
    >
      <div className={styles.form}>
        <p className={styles.say}>{t('about')}</p>
        {above && <Banner tone="danger">{above}</Banner>}
        <IdentityProviderFields {...part} hasSecret={item.hasSecret} />
        <PositionMapping {...part} />
        <SecondFactorChoice {...part} />
        <Report tested={tested} />
      </div>
      {asking && (
        <ConfirmDialog
          open
          danger
          title={t('removeTitle')}
          confirm={t('removeYes')}
          cancel={t('cancel')}
          onConfirm={() => remove().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {t('removeHow')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function Report({ tested }: { tested: Tested }) {
  const { t } = useTranslation('sso');
  if (!tested) return null;
  const { fault, signOut } = tested.report;
  if (fault) return <Banner tone="danger">{t(`fault.${fault}`)}</Banner>;
  return (
    <Banner tone="ok">
      {t('testOk')} {!signOut && t('testNoSignOut')}
    </Banner>
  );
}

/** The addresses that the Admin enters at the provider, and gives to the people. */
function Addresses({ item }: { item: SingleSignOnItem }) {
  const { t } = useTranslation('sso');
  const addresses = [
    ['redirectUri', item.redirectUri],
    ['signedOutUri', item.signedOutUri],
    ['noticeUri', item.noticeUri],
    ['signInUrl', item.signInUrl],
  ] as const;
  return (
    <Panel title={t('register')}>
      <dl className={styles.addresses}>
        {addresses.map(([name, address]) => (
          <div key={name}>
            <dt className="t-small t-2">{t(name)}</dt>
            <dd className={styles.address}>
              <code>{address}</code>
              <CopyButton
                iconOnly
                text={() => address}
                label={t('copyOf', { name: t(name) })}
                copied={t('copied')}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
