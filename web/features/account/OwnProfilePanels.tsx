/** Tab "Me": picture, name and login, phone and e-mail. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AvatarField } from './AvatarField.tsx';
import styles from './account.module.css';
import { ownProfileQuery, type Profile } from './account-queries.ts';
import { ContactPanel } from './ContactPanel.tsx';
import { ProfileForm } from './ProfileForm.tsx';

export function OwnProfilePanels() {
  const { t } = useTranslation('account');
  const { hidden: rendered } = useBoot();
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, rendered);
  const { data: profile, isError, refetch } = useQuery(ownProfileQuery());
  if (!profile)
    return isError ? (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    ) : (
      <Skeleton lines={6} label={t('loading')} />
    );
  return (
    <>
      {hidden && <Banner tone="info">{t('eyeHidden')}</Banner>}
      <div className={styles.panels}>
        <Panel title={t('profile.title')} note={t('profile.lead')}>
          <div className={styles.stack}>
            <AvatarField profile={profile} />
            {/* The key resets the form after another command, or the switch that masks names, has changed the name. */}
            <ProfileForm key={`${profile.name} ${profile.userName}`} profile={profile} hidden={hidden} />
            <Place profile={profile} />
          </div>
        </Panel>
        <ContactPanel profile={profile} hidden={hidden} />
      </div>
    </>
  );
}

/** Position and organisation, which only an administrator changes. */
function Place({ profile: { position, organisation } }: { profile: Profile }) {
  const { t } = useTranslation(['account', 'case']);
  return (
    <KeyValueList
      items={[
        { label: t('account:profile.position'), value: t(`case:position.${position}`) },
        { label: t('account:profile.organisation'), value: organisation },
      ]}
    />
  );
}
