/** Paths of all pages that need a session, from the file names in web/routes. */
import { readdirSync } from 'node:fs';
import { analysisScreenIds } from '#events/analysis/screens.ts';

const routes = new URL('../../web/routes/', import.meta.url);
const behindSession = /^_app\.(.+)\.tsx$/;

/** Values of the optional last part of an address. The file name of the route does not contain them. */
const lastParts: Readonly<Record<string, readonly string[]>> = { '/{-$screen}': analysisScreenIds };

/** `_app.addCase.pcEnter.tsx` is /addCase/pcEnter, `_app.addCase.index.tsx` is /addCase. */
function pathOf(file: string): string[] {
  const name = behindSession.exec(file)?.[1];
  if (name === undefined) return [];
  const path = `/${name.replace(/\.index$/, '').replaceAll('.', '/')}`;
  const [optional] = /\/\{-\$\w+\}$/.exec(path) ?? [''];
  const start = path.slice(0, path.length - optional.length);
  return [start, ...(lastParts[optional] ?? []).map(part => `${start}/${part}`)];
}

export const pathsNeedingSession: readonly string[] = [
  ...new Set(readdirSync(routes).flatMap(pathOf)),
].sort();

const known: ReadonlySet<string> = new Set(pathsNeedingSession);
export const needsSession = (path: string): boolean => known.has(path);
