/**
 * Checks that every route loads the namespaces of everything that it renders: otherwise the page shows keys
 * until they load.
 */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { namespacesOf } from './lib/i18n.ts';
import { createQueryCache } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';

const web = import.meta.dirname;
const context = { client: createQueryCache(0) } as never;
const router = createRouter({ routeTree, context, history: createMemoryHistory() });

type Source = { imports: string[]; words: string[] };
const sources = new Map<string, Source>();

/** The project files that a file renders, and its namespaces; dynamic imports load their own. */
function sourceOf(path: string): Source {
  const known = sources.get(path);
  if (known) return known;
  const text = readFileSync(path, 'utf8');
  const from = [
    ...text.matchAll(/^(?:import|export)(?! type)[^;]*? from '((?:#web|\.\.?)\/[^']+\.tsx?)';/gm),
  ];
  const imports = from.map(([, to = '']) =>
    to.startsWith('#web/') ? resolve(web, to.slice('#web/'.length)) : resolve(dirname(path), to),
  );
  const asked = [...text.matchAll(/useTranslation\(([^)]*)\)/g)];
  const words = asked.flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );
  const source = { imports, words };
  sources.set(path, source);
  return source;
}

function closureOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const one of sourceOf(path).imports) closureOf(one, seen);
  return seen;
}

const pages = Object.keys(router.routesById)
  .filter(id => id.startsWith('/_app/'))
  .map(id => id.slice('/_app/'.length).replace(/\/$/, ''));

test.each(pages)('the route %s loads the namespaces of everything that it renders', page => {
  const [matched] = router.getMatchedRoutes(`/${page}`);
  const brought = namespacesOf(matched.map(({ options }) => ({ staticData: options.staticData ?? {} })));
  const file = resolve(web, 'routes', `_app.${page.replaceAll('/', '.')}.tsx`);
  const lacking = [...closureOf(file)].flatMap(path =>
    sourceOf(path)
      .words.filter(name => !brought.includes(name))
      .map(name => `${name}: ${relative(web, path)}`),
  );
  expect(lacking).toEqual([]);
});
