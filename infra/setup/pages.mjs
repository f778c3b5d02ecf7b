/** Builds the browser's part if its sources changed since the last build: for what runs before a server does. */
import { build } from './install.mjs';

build();
