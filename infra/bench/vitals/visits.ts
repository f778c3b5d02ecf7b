/** Visited pages and the interactions on each of them. */
import type { Page } from 'playwright';
import { createTranslator } from '../../testing/translations.ts';

export type PageVisit = {
  what: string;
  path: string;
  signedIn?: true;
  /** UI.md 4 defines budgets for the page. */
  budgeted?: true;
  /** Selector of an element that exists once the page reacts to input. */
  ready: string;
  acts: readonly ((page: Page) => Promise<void>)[];
};

export const visitLanguage = 'en';
const shell = createTranslator(visitLanguage, 'shell');
const caseList = createTranslator(visitLanguage, 'caseList');

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const changeTheme = (page: Page) => page.getByRole('button', { name: shell('theme.dark') }).click();
/** Waits for the menu, which loads on first use: before that, Escape has no effect. */
const openAccount = async (page: Page) => {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menu').waitFor();
};
const toCases = (page: Page) => page.getByRole('link', { name: shell('nav.cases'), exact: true }).click();

const signedIn = { signedIn: true, ready: 'header [data-state="live"]' } as const;

/** @param caseId case whose plan awaits the doctor */
export const createPageVisits = (caseId: string): readonly PageVisit[] => [
  {
    what: 'login',
    path: '/login',
    budgeted: true,
    ready: '[data-reveal]:not([hidden])',
    acts: [page => page.locator('[name="userName"]').click(), press('d'), press('Tab'), press('a')],
  },
  {
    what: 'workbench',
    path: '/workbench',
    budgeted: true,
    ...signedIn,
    acts: [changeTheme, openAccount, press('Escape'), toCases],
  },
  {
    what: 'case list',
    path: '/caseList',
    ...signedIn,
    acts: [
      page =>
        page
          .getByRole('navigation', { name: caseList('byStatus') })
          .getByRole('link')
          .nth(1)
          .click(),
      changeTheme,
    ],
  },
  {
    what: 'case',
    path: `/caseDetail?id=${caseId}`,
    ...signedIn,
    acts: [page => page.locator('nav a[href="#plan"]').click(), changeTheme],
  },
];

export const minimalPageVisit: PageVisit = {
  what: 'peer: a sentence and a button',
  path: '/',
  ready: 'button',
  acts: [page => page.locator('button').click()],
};
