/** Builds the browser's files if their sources changed since the last build. */
import { build } from './install.mjs';

build();
