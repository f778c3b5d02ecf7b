/** The logo of script-free pages: the logo of the organisation to which a page belongs. */
import { mainOrganisation } from '#events/person/directory.ts';
import { organisationName, publicLogoPath } from '#events/person/organisation.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { PageLogoInfo } from '#web/pages/plain-document.tsx';
import type { Lang } from '../i18n/dictionaries.ts';

export function pageLogoOf({ directory }: Pick<ReadModels, 'directory'>, lang: Lang): PageLogoInfo | null {
  const main = mainOrganisation(directory());
  const path = publicLogoPath(main);
  return main && path ? { path, name: organisationName(main, lang) } : null;
}
