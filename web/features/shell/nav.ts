/** The entries of the top bar, by who looks at it (product-spec.md 2). Pure. */
import { isDesk } from '#events/chat/claim.ts';
import { isClinician, type Position, selfDesigners } from '#events/person/position.ts';

/** The entries whose pages the app draws. */
export type Tab = 'home' | 'cases' | 'patients' | 'retainers' | 'desk';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The entry of the top bar that the page belongs to; absent for pages that belong to none. */
    tab?: Tab;
  }
}

export type NavEntry = {
  id: string;
  href: string;
  /** Key of its words. */
  word: string;
  /** Stands behind the rule, and goes first into "More" where the window is narrow. */
  second?: true;
};

const home: NavEntry = { id: 'home', href: '/workbench', word: 'shell:nav.home' };
const cases: NavEntry = { id: 'cases', href: '/caseList', word: 'shell:nav.cases' };
const patients: NavEntry = { id: 'patients', href: '/patientFilterList', word: 'shell:nav.patients' };
const retainers: NavEntry = { id: 'retainers', href: '/retainerList', word: 'shell:nav.retainers' };
const college: NavEntry = { id: 'college', href: '/institute', word: 'shell:nav.college', second: true };
const news: NavEntry = { id: 'news', href: '/news', word: 'shell:nav.news', second: true };
const help: NavEntry = { id: 'help', href: '/support', word: 'shell:nav.help', second: true };

const desk: NavEntry = { id: 'desk', href: '/chat', word: 'shell:nav.desk' };

/** What is open to somebody without a session; help asks for one first. */
export const visitorEntries: readonly NavEntry[] = [college, news, help];

/** The organisation ediy has its own list; a self-designer of another organisation has no retainers. */
export function navEntries(person: { position: Position; orgId: string } | undefined): NavEntry[] {
  if (person?.orgId === selfDesigners)
    return [{ ...cases, word: 'shell:nav.caseList' }, patients, retainers, college, news, help];
  const main = person?.position === 'Designer' ? [home, cases, patients] : [home, cases, patients, retainers];
  return [...main, college, news, help, ...(person && isDesk(person.position) ? [desk] : [])];
}

/** Entries in front in the classic bar; help is called Support there (product-spec.md 2). */
const inClassicBar: readonly string[] = ['home', 'cases', 'patients', 'help'];

/** The same entries as the classic bar orders them: the rest is behind "More". */
export function classicEntries(entries: readonly NavEntry[]): NavEntry[] {
  const front = entries.filter(({ id }) => inClassicBar.includes(id));
  const rest = entries.filter(({ id }) => !inClassicBar.includes(id));
  return [
    ...front.map(({ second: _, ...entry }) =>
      entry.id === 'help' ? { ...entry, word: 'shell:nav.support' } : entry,
    ),
    ...rest.map(entry => ({ ...entry, second: true as const })),
  ];
}

/** Entries that stay in the bar of a narrow window, beside the menu of all entries. */
export const compactEntries = (entries: readonly NavEntry[]): NavEntry[] =>
  classicEntries(entries).filter(({ id }) => id === 'patients' || id === 'help');

/** The tab that the innermost of a page's routes names. */
export const tabOf = (routes: readonly { options: { staticData?: { tab?: Tab } } }[]): Tab | undefined =>
  routes.findLast(route => route.options.staticData?.tab)?.options.staticData?.tab;

export const mayCreate = (position: Position | undefined): boolean => isClinician(position);
