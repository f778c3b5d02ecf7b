/** The sections of the back office in order. A new section is a line here and its dictionary entries. */
import type { ComponentType } from 'react';
import { AuditSection } from '#web/features/audit/AuditSection.tsx';
import { CourierSettings } from '#web/features/desk/CourierSettings.tsx';
import { DeskSettings } from '#web/features/desk/DeskSettings.tsx';
import { Articles } from '#web/features/news/Articles.tsx';
import { Organisations } from '#web/features/people/Organisations.tsx';
import { People } from '#web/features/people/People.tsx';
import { RightsMatrix } from '#web/features/people/RightsMatrix.tsx';
import type { BackOfficeSearchParams, BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';

export type BackOfficeSection = {
  /** `?section=` */
  id: string;
  /** Dictionary key of its name. */
  word: string;
  Content: ComponentType<BackOfficeSectionProps>;
};

export const backOfficeSections: readonly [BackOfficeSection, ...BackOfficeSection[]] = [
  { id: 'articles', word: 'backOffice:section.articles', Content: Articles },
  { id: 'people', word: 'people:section', Content: People },
  { id: 'organisations', word: 'people:organisations.section', Content: Organisations },
  { id: 'rights', word: 'people:rights.section', Content: RightsMatrix },
  { id: 'audit', word: 'audit:section', Content: AuditSection },
  { id: 'couriers', word: 'desk:couriers.section', Content: CourierSettings },
  { id: 'desk', word: 'desk:section', Content: DeskSettings },
];

/** The section named by the address, otherwise the first. */
export const backOfficeSectionOf = ({ section }: BackOfficeSearchParams): BackOfficeSection =>
  backOfficeSections.find(({ id }) => id === section) ?? backOfficeSections[0];
