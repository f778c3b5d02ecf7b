import { useQuery } from '@tanstack/react-query';
import {
  Bell,
  Contrast,
  ExternalLink,
  Eye,
  EyeOff,
  Keyboard,
  Languages,
  LifeBuoy,
  LogOut,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { confirmLeaving } from '#web/features/session/restart-flag.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { buttonRightsQuery, currentUserQuery } from '#web/lib/queries.ts';
import { screenStore, useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { otherLanguage, switchLanguage } from './language.ts';
import { toggleNameMasking } from './name-masking.ts';
import { navigationBarChoiceAtom, setNavigationBarChoice } from './navigation-bar.ts';
import { currentOverlayAtom } from './overlay.ts';
import styles from './shell.module.css';
import { isDark, pageThemeAtom, setTheme } from './theme.ts';

/** Menu entries by right (product-spec.md 2): entries without the right are omitted. */
function useEntries(): MenuEntry[] {
  const { t } = useTranslation('shell');
  const boot = useBoot();
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, boot.hidden);
  const classic = useAtomValueAfterHydration(navigationBarChoiceAtom, boot.bar) === 'classic';
  const { data: granted = [] } = useQuery(buttonRightsQuery());
  const by = (right: string, entry: MenuEntry): MenuEntry[] => (granted.includes(right) ? [entry] : []);
  return [
    { id: 'messages', label: t('menu.messages'), icon: <Bell aria-hidden="true" />, href: '/userMessage' },
    {
      id: 'profile',
      label: t('menu.profile'),
      icon: <UserRound aria-hidden="true" />,
      href: '/updateUser',
    },
    ...by('PreferenceSet', {
      id: 'preferences',
      label: t('menu.preferences'),
      icon: <SlidersHorizontal aria-hidden="true" />,
      href: '/setListNew',
    }),
    ...by('diyDesignBtn', { id: 'contact', label: t('menu.contact'), icon: <LifeBuoy aria-hidden="true" /> }),
    ...by('backstageManage', {
      id: 'backOffice',
      label: t('menu.backOffice'),
      icon: <ExternalLink aria-hidden="true" />,
    }),
    { rule: true },
    {
      id: 'eye',
      label: t(hidden ? 'eye.show' : 'eye.hide'),
      icon: hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      shortcut: 'E',
    },
    { id: 'language', label: t('language.other'), icon: <Languages aria-hidden="true" />, shortcut: 'L' },
    { id: 'theme', label: t('menu.theme'), icon: <Contrast aria-hidden="true" /> },
    { id: 'keys', label: t('menu.keys'), icon: <Keyboard aria-hidden="true" />, shortcut: '?' },
    {
      section: t('menu.display'),
      items: [
        {
          id: 'classicBar',
          label: t('menu.classicBar'),
          description: t('menu.classicBarHint'),
          checked: classic,
          onPress: () => setNavigationBarChoice(classic ? null : 'classic'),
        },
      ],
    },
    { rule: true },
    { id: 'signOut', label: t('menu.signOut'), icon: <LogOut aria-hidden="true" /> },
  ];
}

export function AccountMenu() {
  const { t } = useTranslation('shell');
  const { lang } = useBoot();
  const { data: person } = useQuery(currentUserQuery());
  const name = person?.name || person?.userName || '';
  const acts: Record<string, () => void> = {
    backOffice: () => void open('/backOffice', '_blank', 'noopener'),
    contact: () => screenStore.set(currentOverlayAtom, 'contact'),
    keys: () => screenStore.set(currentOverlayAtom, 'keys'),
    signOut: () => screenStore.set(currentOverlayAtom, 'signOut'),
    eye: () => void toggleNameMasking(),
    theme: () => setTheme(isDark(screenStore.get(pageThemeAtom)) ? 'light' : 'dark'),
    language: () => switchLanguage(otherLanguage(lang)),
  };
  return (
    <Menu
      label={name}
      items={useEntries()}
      onAction={id => {
        const act = acts[id];
        if (act) confirmLeaving(act);
      }}
      header={
        <span className={styles.who}>
          <b>{name}</b>
          <span className="t-3 t-small">{person && t(`case:position.${person.position}`)}</span>
        </span>
      }
      trigger={{
        variant: 'quiet',
        className: styles.me,
        children: (
          <>
            <Avatar name={name} src={person?.userIcon} tone="brand" size="small" decorative />
            <span className={styles.meName}>{name}</span>
          </>
        ),
      }}
    />
  );
}
