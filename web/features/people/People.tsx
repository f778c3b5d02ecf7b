/** The back office's people: the lists, or one person. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SectionProps } from '#web/features/backOffice/back-office-sections.ts';
import { currentUser } from '#web/lib/queries.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PeopleList } from './PeopleList.tsx';
import { Person } from './Person.tsx';
import { readPeopleSearch } from './people-links.ts';

export function People({ search, go }: SectionProps) {
  const { t } = useTranslation('people');
  const { data: me } = useQuery(currentUser());
  if (!me) return <Skeleton lines={8} label={t('loading')} />;
  if (search.id) return <Person key={search.id} id={search.id} me={me.id} go={go} />;
  return <PeopleList search={readPeopleSearch(search)} go={go} isAdmin={me.position === 'Admin'} />;
}
