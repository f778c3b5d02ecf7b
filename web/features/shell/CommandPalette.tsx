/** Ctrl-K palette: all commands by name, and cases by patient or id. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screensOpenTo } from '#events/analysis/screens.ts';
import { mayCreateCase } from '#web/case/may-create-case.ts';
import { confirmLeaving } from '#web/features/session/restart-flag.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { caseItemsQuery, currentUserQuery } from '#web/lib/queries.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { Palette, type PaletteItem } from '#web/ui/palette.tsx';
import { otherLanguage, switchLanguage } from './language.ts';
import { toggleNameMasking } from './name-masking.ts';
import { navEntries } from './nav.ts';
import { currentOverlayAtom } from './overlay.ts';
import { shortcutText } from './shortcuts.ts';
import { isDark, pageThemeAtom, setTheme } from './theme.ts';

const shown = 6;

/** Chinese names are also found by pinyin and by their English name. */
function useCommands(): PaletteItem[] {
  const { t } = useTranslation(['shell', 'caseList']);
  const { lang } = useBoot();
  const { data: person } = useQuery(currentUserQuery());
  const go = t('shell:palette.go');
  const act = t('shell:palette.do');
  const pages: PaletteItem[] = navEntries(person).map(({ id, href, word }) => ({
    id,
    href,
    label: t(word),
    group: go,
    shortcut: {
      home: shortcutText('home'),
      cases: shortcutText('cases'),
      patients: shortcutText('patients'),
      retainers: shortcutText('retainers'),
    }[id],
    search: id,
  }));
  const create: PaletteItem[] = mayCreateCase(person?.position)
    ? [
        {
          id: 'new',
          href: '/addCase/pcEnter',
          label: t('shell:palette.newCase'),
          group: act,
          search: 'add create new',
        },
      ]
    : [];
  const run = (id: string, label: string, onPress: () => void, shortcut?: string): PaletteItem => ({
    id,
    label,
    group: act,
    shortcut,
    search: id,
    onPress: () => confirmLeaving(onPress),
  });
  return [
    ...create,
    ...pages,
    {
      id: 'messages',
      href: '/userMessage',
      label: t('shell:menu.messages'),
      group: go,
      shortcut: shortcutText('messages'),
    },
    run('eye', t('shell:keys.eye'), () => void toggleNameMasking(), shortcutText('eye')),
    run('theme', t('shell:menu.theme'), () =>
      setTheme(isDark(screenStore.get(pageThemeAtom)) ? 'light' : 'dark'),
    ),
    run(
      'language',
      t('shell:language.other'),
      () => switchLanguage(otherLanguage(lang)),
      shortcutText('language'),
    ),
    run(
      'keys',
      t('shell:menu.keys'),
      () => screenStore.set(currentOverlayAtom, 'keys'),
      shortcutText('sheet'),
    ),
    run('signOut', t('shell:menu.signOut'), () => screenStore.set(currentOverlayAtom, 'signOut')),
  ];
}

/** The screens of the analysis that the person may open; none until their names are loaded. */
function useAnalysisScreens(): PaletteItem[] {
  const { data: person } = useQuery(currentUserQuery());
  const open = screensOpenTo(person?.position);
  // Only people who may open these screens load their dictionary.
  const { t, ready } = useTranslation(open.length > 0 ? ['shell', 'analysis'] : ['shell']);
  if (!ready) return [];
  return open.map(id => ({
    id: `analysis-${id}`,
    href: `/analysis/${id}`,
    label: t(`analysis:screen.${id}`),
    group: t('shell:nav.analysis'),
    search: `${id} analysis`,
  }));
}

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const wanted = text.trim();
  const query = new URLSearchParams({ keyword: wanted, size: String(shown) }).toString();
  const found = useQuery({ ...caseItemsQuery(query), enabled: wanted.length > 1 });
  const cases: PaletteItem[] = (wanted.length > 1 ? (found.data?.items ?? []) : []).map(item => ({
    id: `case-${item.caseId}`,
    label: `${item.caseId} ${item.patientName}`,
    group: t('palette.cases'),
    search: wanted,
    href: `/caseDetail?id=${item.caseId}`,
  }));
  return (
    <Palette
      open
      onClose={() => screenStore.get(currentOverlayAtom) === 'palette' && onClose()}
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
      emptyText={t('palette.empty')}
      items={[...useCommands(), ...useAnalysisScreens(), ...cases]}
      onQuery={setText}
      loading={found.isFetching}
    />
  );
}
