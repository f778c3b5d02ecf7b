import { expect, it } from 'vitest';
import { checkFeatureImports, checkFileNames, checkZodImports } from './rules.ts';

it.each([
  ['services/told.ts', true],
  ['web/features/chat/ChatWay.tsx', true],
  ['web/features/chat/useTold.ts', true],
  ['services/eventstore/folder-lock.ts', false],
  ['web/features/viewer/sideways.ts', false],
  ['infra/decisions/0042-what-is-told.md', false],
])('checks the file name %s for banned words', (path, isWrong) => {
  expect(checkFileNames([path], []).length > 0).toBe(isWrong);
});

it('a naming exception is valid only while its file exists', () => {
  expect(checkFileNames(['services/told.ts'], ['told.ts'])).toEqual([]);
  expect(checkFileNames(['services/startup-errors.ts'], ['told.ts'])).toEqual([
    'told.ts: remove this exception: it is not needed',
  ]);
});

it('the zod rule rejects static and dynamic imports of full zod', () => {
  const full = 'zod';
  const files = [
    { path: 'a.ts', text: `import * as z from '${full}';` },
    { path: 'b.ts', text: `const { z } = await import('${full}');` },
    { path: 'c.ts', text: `import * as z from 'zod/mini';` },
  ];
  expect(checkZodImports(files, [])).toEqual(['a.ts: import from zod/mini', 'b.ts: import from zod/mini']);
  expect(checkZodImports(files, ['a.ts', 'c.ts'])).toEqual([
    'b.ts: import from zod/mini',
    'c.ts: remove this exception: it is not needed',
  ]);
});

it('the feature rule rejects undeclared imports between features, and declarations that no file uses', () => {
  const files = [
    { path: 'web/features/case/Card.tsx', text: `import { a } from '#web/features/chat/a.ts';` },
    {
      path: 'web/features/case/parts/Row.tsx',
      text: `import { b } from '../../tray/b.ts'; import './c.ts';`,
    },
    { path: 'web/features/case/Card.test.tsx', text: `import { d } from '#web/features/wear/d.ts';` },
  ];
  expect(checkFeatureImports(files, { case: ['chat', 'tray'] })).toEqual([]);
  expect(checkFeatureImports(files, { case: ['chat', 'shop'] })).toEqual([
    'web/features/case/parts/Row.tsx: case may not import tray (infra/suite/house/lists.ts)',
    'case → shop: remove this exception: it is not needed',
  ]);
});
