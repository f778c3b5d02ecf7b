/** Every page of the app, which a session opens, by the files of web/routes: the server knows by them what is a page. */
import { readdirSync } from 'node:fs';

const routes = new URL('../../web/routes/', import.meta.url);
const behindSession = /^_app\.(.+)\.tsx$/;

/** `_app.addCase.pcEnter.tsx` is /addCase/pcEnter, `_app.addCase.index.tsx` what /addCase itself shows. */
function pathOf(file: string): string[] {
  const name = behindSession.exec(file)?.[1];
  return name === undefined ? [] : [`/${name.replace(/\.index$/, '').replaceAll('.', '/')}`];
}

export const protectedPaths: readonly string[] = [...new Set(readdirSync(routes).flatMap(pathOf))].sort();

const known: ReadonlySet<string> = new Set(protectedPaths);
export const isProtected = (path: string): boolean => known.has(path);
