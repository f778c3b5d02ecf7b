/** The back office's people: the lists, one person, or an import. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ImportPeople } from './ImportPeople.tsx';
import { ImportResult } from './ImportResult.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PersonPage } from './PersonPage.tsx';
import { importScreenKind, readPeopleSearch } from './people-links.ts';

export function People({ search, go }: BackOfficeSectionProps) {
  const { t } = useTranslation('people');
  const { data: me } = useQuery(currentUserQuery());
  if (!me) return <Skeleton lines={8} label={t('loading')} />;
  if (search.kind === importScreenKind && me.position === 'Admin')
    return search.id ? (
      <ImportResult key={search.id} id={search.id} page={search.page ?? 1} />
    ) : (
      <ImportPeople go={go} />
    );
  if (search.id) return <PersonPage key={search.id} id={search.id} me={me.id} go={go} />;
  return <PeopleList search={readPeopleSearch(search)} go={go} isAdmin={me.position === 'Admin'} />;
}
