/** The load generator k6, built once for a machine with Go. */
import { defineGoTool } from './server-programs.ts';

export const k6Tool = defineGoTool('k6', 'go.k6.io/k6', 'v1.8.1');

/** Returns the path of the program. @throws Error if it cannot be built */
export const ensureK6Program = (): Promise<string> => k6Tool.get();
