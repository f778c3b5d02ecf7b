/** Example additions for the README's table "To add …", each a patch of this tree. A test applies them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Recipe = {
  /** Rows of the README's table that the recipe follows. */
  rows: readonly string[];
  /** Test files and folders that fail if a part is missing and the types do not show it. */
  asks: readonly string[];
  /** Tests with snapshots of the changed tables. They are updated, and people review them. */
  snapshots?: readonly string[];
};

/** Recipes by the name of their patch. */
const table = {
  'status-and-action': {
    rows: ['a status', 'an action with its event'],
    asks: [
      'events/case',
      'events/person',
      'projections/chat',
      'services/seed',
      'web/features/case',
      'web/i18n',
    ],
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
      'projections/shapes.test.ts',
      'services/api/openapi.test.ts',
      'services/api/rights.test.ts',
      'infra/pictures',
      'web/features/shell',
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

export const recipePatchPath = (name: RecipeName): string =>
  fileURLToPath(new URL(`${name}.patch`, import.meta.url));

/** Files that a recipe changes or creates. */
export const listRecipeFiles = (name: RecipeName): string[] =>
  [...readFileSync(recipePatchPath(name), 'utf8').matchAll(/^diff --git a\/(\S+) /gm)].map(
    ([, file = '']) => file,
  );
