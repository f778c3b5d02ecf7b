/** Lists the script-free pages for the browser build, which gathers their styles into one file. */
import '#web/styles/index.css';

export { ClosedLinkPage } from './ClosedLinkPage.tsx';
export { DemoMessagesPage } from './DemoMessagesPage.tsx';
export { DownloadPage } from './DownloadPage.tsx';
export { FirstStartPage } from './FirstStartPage.tsx';
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
export { InvitationPage } from './InvitationPage.tsx';
export { LegalPage } from './LegalPage.tsx';
export { LoginPage } from './LoginPage.tsx';
export { ArticlePage } from './NewsPages.tsx';
export { OrganisationSignInPage } from './OrganisationSignInPage.tsx';
export { ProblemPage } from './ProblemPage.tsx';
export { RegisterPage } from './RegisterPage.tsx';
export { SecondFactorSetUpPage } from './SecondFactorSetUpPage.tsx';
export { SecondSignInStepPage } from './SecondSignInStepPage.tsx';
export { SharePage } from './SharePage.tsx';
export { SupportPage } from './SupportPage.tsx';
export { TermsPage } from './TermsPage.tsx';
export { VersionLogPage } from './VersionLogPage.tsx';
export { WearPage } from './WearPage.tsx';
