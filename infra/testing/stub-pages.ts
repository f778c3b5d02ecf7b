/** Starts the server with all page routes drawn as plain text, without a build. */
import { runMain } from '../../services/main.ts';
import { openStubPages } from './stub-renderer.ts';

runMain(openStubPages);
