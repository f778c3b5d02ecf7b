/** Additions as the README describes them, each a patch of this tree: examples for people, and a test of the table. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Recipe = {
  /** The rows of the README's table that it follows. */
  rows: readonly string[];
  /** Folders and files of tests that ask for what is missing, where the types do not. */
  asks: readonly string[];
  /** Tests whose snapshots follow from its tables: they are written again, and read by whoever adds. */
  snapshots?: readonly string[];
};

/** By the name of the patch. */
const table = {
  'status-and-action': {
    rows: ['a status', 'an action with its event'],
    asks: ['events/case', 'events/person', 'projections/chat', 'services/seed', 'web/i18n'],
    snapshots: [
      'events/case/matrix.test.ts',
      'events/case/golden.test.ts',
      'projections/chat/rights.test.ts',
    ],
  },
  'prescription-field': { rows: ['a question of the prescription'], asks: ['events/case', 'web/i18n'] },
  'view-and-screen': {
    rows: ['a read model', '– as a list on screen'],
    asks: [
      'services/api/openapi.test.ts',
      'web/lib',
      'web/i18n',
      'web/routes.test.ts',
      'web/route-words.test.ts',
    ],
  },
  'article-kind': { rows: ['a kind of article'], asks: ['events/news', 'web/i18n'] },
} as const satisfies Record<string, Recipe>;

export type RecipeName = keyof typeof table;
export const recipes: Readonly<Record<RecipeName, Recipe>> = table;
export const recipeNames = Object.keys(table) as RecipeName[];

export const patchOf = (name: RecipeName): string => fileURLToPath(new URL(`${name}.patch`, import.meta.url));

/** The files that a recipe changes or makes. */
export const filesOf = (name: RecipeName): string[] =>
  [...readFileSync(patchOf(name), 'utf8').matchAll(/^diff --git a\/(\S+) /gm)].map(([, file = '']) => file);
