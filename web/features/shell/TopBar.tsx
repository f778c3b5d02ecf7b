/** The top bar of every app page: navigation, search, messages and account. */

import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { Bell, Eye, EyeOff, Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatButton } from '#web/features/chat/ChatButton.tsx';
import { confirmLeaving } from '#web/features/session/restart-flag.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { hourOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { currentUserQuery, unreadCountQuery } from '#web/lib/queries.ts';
import { screenStore, useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { LiveConnectionDot } from './LiveConnectionDot.tsx';
import { otherLanguage, switchLanguage } from './language.ts';
import { toggleNameMasking } from './name-masking.ts';
import {
  type NavEntry,
  navEntries,
  navEntriesForClassicBar,
  navEntriesForNarrowBar,
  navTabOfRoutes,
} from './nav.ts';
import { dayPart, navigationBarChoiceAtom } from './navigation-bar.ts';
import { SearchBox } from './SearchBox.tsx';
import styles from './shell.module.css';
import { shortcutText } from './shortcuts.ts';
import { isDark, pageThemeAtom, setTheme } from './theme.ts';

export function TopBar() {
  const { t } = useTranslation('shell');
  const { data: person } = useQuery(currentUserQuery());
  const { pathname } = useLocation();
  const { bar: rendered } = useBoot();
  const classic = useAtomValueAfterHydration(navigationBarChoiceAtom, rendered) === 'classic';
  const usual = navEntries(person);
  const entries = classic ? navEntriesForClassicBar(usual) : usual;
  // Uses the address: route matches lag behind while a page loads.
  const [routes] = useRouter().getMatchedRoutes(pathname);
  const current = navTabOfRoutes(routes);
  return (
    <header className={styles.header} data-bar={classic ? 'classic' : undefined}>
      <div className={styles.bar}>
        <ArchLogo name={t('common:name')} nameZh="齐列" href="/workbench" />
        <Navigation entries={entries} current={current} />
        <CompactNavigation entries={usual} current={current} />
        <div className={styles.tools}>
          <SearchBox />
          <span className={styles.phoneOnly}>
            <IconButton label={t('searchShort')} icon={<Search aria-hidden="true" />} href="/caseList" />
          </span>
          <LiveConnectionDot />
          <span className={styles.wideOnly}>
            <span className={styles.usualOnly}>
              <LanguageSwitch />
            </span>
            <ThemeSwitch />
            <EyeSwitch />
          </span>
          <LanguageToggle />
          <ChatButton />
          <MessageBell />
          <Greeting />
          <AccountMenu />
          <span className={styles.narrowOnly}>
            <Menu
              label={t('navigation')}
              trigger={{ icon: <MenuIcon aria-hidden="true" /> }}
              items={entries.map(({ id, href, word }) => ({ id, href, label: t(word), checked: undefined }))}
            />
          </span>
        </div>
      </div>
    </header>
  );
}

function Navigation({ entries, current }: { entries: NavEntry[]; current: string | undefined }) {
  const { t } = useTranslation('shell');
  const more = entries.filter(entry => entry.second);
  return (
    <nav className={styles.nav} aria-label={t('navigation')}>
      {entries.map(({ id, href, word, second }) => (
        <Link
          key={id}
          href={href}
          className={second ? styles.second : undefined}
          aria-current={id === current ? 'page' : undefined}
        >
          {t(word)}
        </Link>
      ))}
      <span className={styles.more}>
        <Menu
          label={t('more')}
          trigger={{ children: t('more'), variant: 'quiet' }}
          placement="bottom start"
          items={more.map(({ id, href, word }) => ({ id, href, label: t(word) }))}
        />
      </span>
    </nav>
  );
}

/** Patient and Support, in windows too narrow for all entries. */
function CompactNavigation({ entries, current }: { entries: NavEntry[]; current: string | undefined }) {
  const { t } = useTranslation('shell');
  return (
    <nav className={styles.compactNav} aria-label={t('navigation')}>
      {navEntriesForNarrowBar(entries).map(({ id, href, word }) => (
        <Link key={id} href={href} aria-current={id === current ? 'page' : undefined}>
          {t(word)}
        </Link>
      ))}
    </nav>
  );
}

function Greeting() {
  const { t } = useTranslation('shell');
  return <span className={styles.greeting}>{t(`greeting.${dayPart(hourOf(useNow()))}`)}</span>;
}

/** 中 / En: both languages, the current one marked. */
function LanguageToggle() {
  const { t } = useTranslation('shell');
  const { lang } = useBoot();
  return (
    <LanguageForm className={styles.toggle}>
      <span className="visually-hidden" lang={otherLanguage(lang)}>
        {t('language.switch')}
      </span>
      <span aria-hidden="true">
        <span data-current={lang !== 'en' || undefined}>中</span>
        {' / '}
        <span data-current={lang === 'en' || undefined}>En</span>
      </span>
    </LanguageForm>
  );
}

function LanguageSwitch() {
  const { t } = useTranslation('shell');
  const { lang } = useBoot();
  return (
    <LanguageForm>
      <span lang={otherLanguage(lang)}>{t('language.other')}</span>
    </LanguageForm>
  );
}

function LanguageForm({ className, children }: { className?: string; children: ReactNode }) {
  const { lang } = useBoot();
  const { pathname, searchStr } = useLocation();
  const other = otherLanguage(lang);
  return (
    <form
      className={className}
      method="post"
      action="/lang"
      onSubmit={event => {
        event.preventDefault();
        confirmLeaving(() => switchLanguage(other));
      }}
    >
      <input type="hidden" name="back" value={pathname + searchStr} />
      <Button
        variant="quiet"
        type="submit"
        name="lang"
        value={other}
        aria-keyshortcuts={shortcutText('language')}
      >
        {children}
      </Button>
    </form>
  );
}

function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { theme: rendered } = useBoot();
  const chosen = useAtomValueAfterHydration(pageThemeAtom, rendered);
  const { pathname, searchStr } = useLocation();
  const next = chosen === 'dark' ? 'light' : 'dark';
  return (
    <form
      method="post"
      action="/theme"
      onSubmit={event => {
        event.preventDefault();
        setTheme(isDark(screenStore.get(pageThemeAtom)) ? 'light' : 'dark');
      }}
    >
      <input type="hidden" name="back" value={pathname + searchStr} />
      <IconButton
        type="submit"
        name="theme"
        value={next}
        label={t(next === 'light' ? 'theme.light' : 'theme.dark')}
        icon={next === 'light' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      />
    </form>
  );
}

function EyeSwitch() {
  const { t } = useTranslation('shell');
  const { hidden: rendered } = useBoot();
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, rendered);
  return (
    <IconButton
      label={t(hidden ? 'eye.show' : 'eye.hide')}
      shortcut={shortcutText('eye')}
      pressed={hidden}
      icon={hidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      onPress={() => void toggleNameMasking()}
    />
  );
}

function MessageBell() {
  const { t } = useTranslation('shell');
  const { data: count = 0 } = useQuery(unreadCountQuery());
  return (
    <IconButton
      label={count > 0 ? t('bell.unread', { count }) : t('bell.none')}
      shortcut={shortcutText('messages')}
      dot={count > 0}
      icon={<Bell aria-hidden="true" />}
      href="/userMessage"
    />
  );
}
