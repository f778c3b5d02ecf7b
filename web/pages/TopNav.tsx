/** The top bar of script-free pages: navigation, search and account as links and forms. */
import { Menu, UserRound } from 'lucide-react';
import { menuRights, type Viewer } from '#events/person/position.ts';
import {
  type NavEntry,
  navEntries,
  navEntriesForClassicBar,
  visitorNavEntries,
} from '#web/features/shell/nav.ts';
import { dayPart } from '#web/features/shell/navigation-bar.ts';
import shell from '#web/features/shell/shell.module.css';
import { Avatar } from '#web/ui/avatar.tsx';
import { PlainButton, PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { PlainMenu } from '#web/ui/plain/plain-menu.tsx';
import { PlainSearchForm } from '#web/ui/plain/plain-search.tsx';
import { hourOf } from '../lib/format.ts';
import { loginPath } from '../lib/return-path.ts';
import { PlainPageLogo } from './PlainPageLogo.tsx';
import styles from './pages.module.css';
import { LanguageAndThemeSwitches, type PageContext } from './plain-document.tsx';

/** The signed-in reader, if there is a session. */
export type PageReader = { viewer: Viewer; name: string; icon: string };

type Props = {
  world: PageContext;
  reader: PageReader | null;
  /** The highlighted entry, by its address. */
  current?: NavEntry['href'];
};

const entriesOf = (reader: PageReader | null, classic: boolean): readonly NavEntry[] => {
  if (!reader) return visitorNavEntries;
  const entries = navEntries(reader.viewer);
  return classic ? navEntriesForClassicBar(entries) : entries;
};

export function TopNav({ world, reader, current }: Props) {
  const { t } = world;
  const classic = world.bar === 'classic';
  const entries = entriesOf(reader, classic);
  const spoken = entries.map(({ href, word }) => ({ href, label: t(word), current: href === current }));
  return (
    <header className={shell.header} data-bar={classic ? 'classic' : undefined}>
      <div className={shell.bar}>
        <PlainPageLogo world={world} href={reader ? '/workbench' : '/login'} />
        <nav aria-label={t('shell:navigation')} className={styles.topNav}>
          {entries.map(({ id, href, word, second }) => (
            <a
              key={id}
              href={href}
              className={second && reader ? styles.second : undefined}
              aria-current={href === current ? 'page' : undefined}
            >
              {t(word)}
            </a>
          ))}
        </nav>
        <div className={shell.tools}>
          {reader && (
            <PlainSearchForm
              label={t('shell:search')}
              name="q"
              action="/caseList"
              tone="sunken"
              className={shell.search}
            />
          )}
          <span className={styles.topSwitches}>
            <LanguageAndThemeSwitches world={world} />
          </span>
          {reader && (
            <span className={shell.greeting}>{t(`shell:greeting.${dayPart(hourOf(world.now))}`)}</span>
          )}
          {reader ? (
            <Account world={world} reader={reader} />
          ) : (
            <PlainLinkButton href={loginPath(world.here)}>{t('auth:signIn')}</PlainLinkButton>
          )}
          <span className={shell.narrowOnly}>
            <PlainMenu label={t('shell:navigation')} entries={spoken} mark={<Menu aria-hidden="true" />} />
          </span>
        </div>
      </div>
    </header>
  );
}

function Account({
  world: { t },
  reader: { viewer, name, icon },
}: {
  world: PageContext;
  reader: PageReader;
}) {
  const granted = menuRights(viewer);
  const by = (right: string, href: string, word: string) =>
    granted.includes(right) ? [{ href, label: t(word) }] : [];
  return (
    <PlainMenu
      label={name}
      mark={
        <>
          <Avatar name={name} src={icon} tone="brand" size="small" decorative />
          <span className={shell.meName}>{name}</span>
        </>
      }
      entries={[
        { href: '/userMessage', label: t('shell:menu.messages') },
        { href: '/updateUser', label: t('shell:menu.profile') },
        ...by('PreferenceSet', '/setListNew', 'shell:menu.preferences'),
        // The app's window needs a script; the help page names the same service.
        ...by('diyDesignBtn', '/support', 'shell:menu.contact'),
        ...by('backstageManage', '/backOffice', 'shell:menu.backOffice'),
      ]}
      foot={
        <form method="post" action="/logout">
          <PlainButton variant="quiet" size="small" wide icon={<UserRound aria-hidden="true" />}>
            {t('shell:menu.signOut')}
          </PlainButton>
        </form>
      }
    />
  );
}
