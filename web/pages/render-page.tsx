/** Renders script-free pages to text. */
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ClosedShare } from '#events/share/facts.ts';
import { ClosedLinkPage, type ClosedLinkProps } from './ClosedLinkPage.tsx';
import { DemoMessagesPage, type DemoMessagesProps } from './DemoMessagesPage.tsx';
import { DownloadPage, type DownloadProps } from './DownloadPage.tsx';
import { FirstStartPage, type FirstStartProps } from './FirstStartPage.tsx';
import {
  ForgotPasswordPage,
  type ForgotPasswordProps,
  NewPasswordPage,
  type NewPasswordProps,
} from './ForgotPasswordPage.tsx';
import { InvitationPage, type InvitationProps } from './InvitationPage.tsx';
import { LegalPage, type LegalProps } from './LegalPage.tsx';
import { LoginPage, type LoginProps } from './LoginPage.tsx';
import type { ModelProps } from './ModelPage.tsx';
import { ArticleListPage, type ArticleListProps, ArticlePage, type ArticlePageProps } from './NewsPages.tsx';
import {
  OrganisationSignInPage,
  type OrganisationSignInProps,
  ProviderRedirectPage,
  type ProviderRedirectProps,
} from './OrganisationSignInPage.tsx';
import { type ProblemKind, ProblemPage } from './ProblemPage.tsx';
import type { PageContext } from './plain-document.tsx';
import { RegisterPage, type RegisterProps } from './RegisterPage.tsx';
import { SecondFactorSetUpPage, type SecondFactorSetUpProps } from './SecondFactorSetUpPage.tsx';
import { SecondSignInStepPage, type SecondSignInStepProps } from './SecondSignInStepPage.tsx';
import { CaseModelPage, ClosedSharePage, SharePage, type ShareProps } from './SharePage.tsx';
import { SupportPage, type SupportProps } from './SupportPage.tsx';
import { TermsPage, type TermsProps } from './TermsPage.tsx';
import { VersionLogPage, type VersionLogProps } from './VersionLogPage.tsx';
import { WearPage, type WearProps } from './WearPage.tsx';

export type PlainPageWithProps =
  | ({ page: 'login' } & LoginProps)
  | ({ page: 'firstStart' } & FirstStartProps)
  | ({ page: 'invitation' } & InvitationProps)
  | ({ page: 'organisationSignIn' } & OrganisationSignInProps)
  | ({ page: 'toProvider' } & ProviderRedirectProps)
  | ({ page: 'secondStep' } & SecondSignInStepProps)
  | ({ page: 'secondFactor' } & SecondFactorSetUpProps)
  | ({ page: 'closedLink' } & ClosedLinkProps)
  | { page: 'problem'; problem: ProblemKind }
  | ({ page: 'demoMessages' } & DemoMessagesProps)
  | ({ page: 'register' } & RegisterProps)
  | ({ page: 'forgot' } & ForgotPasswordProps)
  | ({ page: 'newPassword' } & NewPasswordProps)
  | ({ page: 'legal' } & LegalProps)
  | ({ page: 'articles' } & ArticleListProps)
  | ({ page: 'article' } & ArticlePageProps)
  | ({ page: 'versionLog' } & VersionLogProps)
  | ({ page: 'download' } & DownloadProps)
  | ({ page: 'support' } & SupportProps)
  | ({ page: 'terms' } & TermsProps)
  | ({ page: 'share' } & ShareProps)
  | ({ page: 'wear' } & WearProps)
  | ({ page: 'caseModel' } & ModelProps)
  | { page: 'shareOver'; over: ClosedShare | null };

type Drawn = {
  [K in PlainPageWithProps['page']]: ComponentType<
    Extract<PlainPageWithProps, { page: K }> & { world: PageContext }
  >;
};

const pages: Drawn = {
  login: LoginPage,
  firstStart: FirstStartPage,
  invitation: InvitationPage,
  organisationSignIn: OrganisationSignInPage,
  toProvider: ProviderRedirectPage,
  secondStep: SecondSignInStepPage,
  secondFactor: SecondFactorSetUpPage,
  closedLink: ClosedLinkPage,
  problem: ProblemPage,
  demoMessages: DemoMessagesPage,
  register: RegisterPage,
  forgot: ForgotPasswordPage,
  newPassword: NewPasswordPage,
  legal: LegalPage,
  share: SharePage,
  wear: WearPage,
  caseModel: CaseModelPage,
  shareOver: ClosedSharePage,
  articles: ArticleListPage,
  article: ArticlePage,
  versionLog: VersionLogPage,
  download: DownloadPage,
  support: SupportPage,
  terms: TermsPage,
};

function element(world: PageContext, what: PlainPageWithProps) {
  // Cast at the boundary: the table has the matching component for each page name.
  const Page = pages[what.page] as ComponentType<PlainPageWithProps & { world: PageContext }>;
  return <Page world={world} {...what} />;
}

export const renderPage = (world: PageContext, what: PlainPageWithProps): string =>
  `<!doctype html>${renderToStaticMarkup(element(world, what))}`;
