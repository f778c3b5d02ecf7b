/** Paths of all pages that need a session, from the file names in web/routes. */
import { readdirSync } from 'node:fs';

const routes = new URL('../../web/routes/', import.meta.url);
const behindSession = /^_app\.(.+)\.tsx$/;

/** `_app.addCase.pcEnter.tsx` is /addCase/pcEnter, `_app.addCase.index.tsx` is /addCase. */
function pathOf(file: string): string[] {
  const name = behindSession.exec(file)?.[1];
  return name === undefined ? [] : [`/${name.replace(/\.index$/, '').replaceAll('.', '/')}`];
}

export const pathsNeedingSession: readonly string[] = [
  ...new Set(readdirSync(routes).flatMap(pathOf)),
].sort();

const known: ReadonlySet<string> = new Set(pathsNeedingSession);
export const needsSession = (path: string): boolean => known.has(path);
