/** The sections of the back office, in their order: another one is a line here and its words. */
import type { ComponentType } from 'react';
import { CourierSettings } from '#web/features/desk/CourierSettings.tsx';
import { DeskSettings } from '#web/features/desk/DeskSettings.tsx';
import { Articles } from '#web/features/news/Articles.tsx';
import type { BackOfficeSearch } from './search.ts';

export type SectionProps = { search: BackOfficeSearch; go: (href: string, replace?: boolean) => void };

export type Section = {
  /** `?section=` */
  id: string;
  /** Key of its words. */
  word: string;
  Content: ComponentType<SectionProps>;
};

export const sections: readonly [Section, ...Section[]] = [
  { id: 'articles', word: 'backOffice:section.articles', Content: Articles },
  { id: 'couriers', word: 'desk:couriers.section', Content: CourierSettings },
  { id: 'desk', word: 'desk:section', Content: DeskSettings },
];

/** The section that an address names; the first where it names none that there is. */
export const sectionOf = ({ section }: BackOfficeSearch): Section =>
  sections.find(({ id }) => id === section) ?? sections[0];
