/** Names the script-free pages for the browser's build, so that their styles are gathered into one file. */
import '#web/styles/index.css';

export { LoginPage } from './LoginPage.tsx';
export { ProblemPage } from './ProblemPage.tsx';
export { SharePage } from './SharePage.tsx';
export { VersionLogPage } from './VersionLogPage.tsx';
