import { expect, it } from 'vitest';
import {
  checkDocumentPaths,
  checkFeatureCircles,
  checkFeatureImports,
  checkFileNames,
  checkFileSizes,
  checkLongFunctions,
  checkRoomImports,
  checkZodImports,
} from './rules.ts';

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

it('the size rule rejects long source files that no list names', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  const files = [
    { path: 'web/long.ts', text: lines(251) },
    { path: 'web/short.ts', text: lines(250) },
    { path: 'web/long.test.ts', text: lines(400) },
    { path: 'web/testing/past.ts', text: lines(400) },
  ];
  expect(checkFileSizes(files, ['web/short.ts'])).toEqual([
    'web/long.ts: 251 lines, at most 250: split it at a noun',
    'web/short.ts: remove this exception: it is not needed',
  ]);
  expect(checkFileSizes(files, ['web/long.ts'])).toEqual([]);
});

it('the function rule rejects files that silence the linter and are in no list', () => {
  const silence = `${'//'} biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table`;
  const files = [
    { path: 'web/columns.tsx', text: `${silence}\nexport function columns() {}` },
    { path: 'web/columns.test.tsx', text: 'export function test() {}' },
  ];
  expect(checkLongFunctions(files, ['web/columns.tsx'])).toEqual([]);
  expect(checkLongFunctions(files, ['web/columns.test.tsx'])).toEqual([
    'web/columns.tsx: split the long function instead of silencing the linter',
    'web/columns.test.tsx: remove this exception: it is not needed',
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

it('the feature rule rejects mutual pairs and longer circles, each once', () => {
  expect(checkFeatureCircles({ case: ['chat', 'tray'], chat: ['file'], tray: ['file'] })).toEqual([]);
  expect(checkFeatureCircles({ case: ['chat'], chat: ['case'] })).toEqual([
    'case → chat → case: features import in a circle',
  ]);
  expect(checkFeatureCircles({ case: ['wear'], wear: ['chat'], chat: ['wear'] })).toEqual([
    'wear → chat → wear: features import in a circle',
  ]);
});

it('the room rule rejects imports of a higher room', () => {
  const files = [
    { path: 'web/features/case/Card.tsx', text: `import { a } from '#web/lib/a.ts';` },
    { path: 'web/lib/b.ts', text: `import { b } from '../features/case/b.ts';` },
    { path: 'web/lib/b.test.ts', text: `import { b } from '#web/features/case/b.ts';` },
    { path: 'web/pages/page.ts', text: `import { b } from '#web/features/case/b.ts';` },
  ];
  expect(checkRoomImports(files, ['ui', 'lib', 'features'])).toEqual([
    'web/lib/b.ts: lib may not import features, which is above it',
  ]);
});

it('the document rule rejects names of nothing in the tree', () => {
  const paths = [
    'web/features/case/Card.tsx',
    'events/case/case.ts',
    'events/README.md',
    'services/s3/bucket.ts',
  ];
  const text = [
    'See `features/{case,gone}`, `case/case.ts`, `services/s*/bucket.ts`, `Card.tsx` and `lost.ts`.',
    '[page](README.md) `/healthz` `data/` [lost](lost/page.md)',
  ].join('\n');
  expect(checkDocumentPaths([{ path: 'events/README.md', text }], paths, ['data/'])).toEqual([
    'events/README.md: nothing in the tree is named features/gone',
    'events/README.md: nothing in the tree is named lost.ts',
    'events/README.md: nothing in the tree is named lost/page.md',
  ]);
});
