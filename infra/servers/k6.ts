/** k6, built once for a machine with Go. */
import { goProgram } from './installed.ts';

/** The path of the program. @throws Error why it cannot be had here */
export const k6Path = (): Promise<string> => goProgram('go.k6.io/k6', 'v1.8.1');
