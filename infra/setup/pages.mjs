/** Builds the browser's files if their sources changed since the last build. */
import { buildPages } from './install.mjs';

buildPages();
