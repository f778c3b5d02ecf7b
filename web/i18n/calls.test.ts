/**
 * Checks every `t(…)` call of the pages: its key exists, also if built from a template, and its variables are
 * given.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);

type Node = { type: string; [field: string]: unknown };
type Tree = { [key: string]: string | Tree };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** All nodes below and including `node`. */
function* within(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* within(child);
  }
}

/** Stands for any text that the source does not spell out. */
const unknown = '*';

/** The possible texts of an expression: `a.${x ? 'b' : 'c'}` is a.b and a.c. */
function texts(node: Node): string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].filter(isNode).flatMap(texts);
  if (node.type !== 'TemplateLiteral') return [unknown];
  const parts = nodes(node.expressions).map(texts);
  return nodes(node.quasis).reduce<string[]>(
    (heads, { value }, i) => {
      const { cooked = '' } = Object(value) as { cooked?: string };
      return heads.flatMap(head => (parts[i] ?? ['']).map(tail => head + cooked + tail));
    },
    [''],
  );
}

/** Variable names of an object literal; null if the source does not spell out all of them. */
function given(node: Node | undefined): Set<string> | null {
  if (!node) return new Set();
  if (node.type !== 'ObjectExpression') return null;
  const names = new Set<string>();
  for (const { type, key, argument } of nodes(node.properties)) {
    const inner = type === 'SpreadElement' && isNode(argument) ? given(argument) : new Set<string>();
    if (inner === null) return null;
    for (const name of inner) names.add(name);
    if (isNode(key)) names.add(String(key.name ?? key.value));
  }
  return names;
}

type Call = { keys: string[]; variables: Set<string> | null };

/** The calls of `t` in a source, and its namespaces. */
function callsOf(source: string, lang: 'ts' | 'tsx' = 'tsx'): { calls: Call[]; namespaces: string[] } {
  const calls: Call[] = [];
  const namespaces = new Set<string>();
  for (const node of within(parseAst(source, { lang }) as unknown as Node)) {
    if (node.type !== 'CallExpression' || !isNode(node.callee)) continue;
    const [first, second] = nodes(node.arguments);
    if (node.callee.name === 'useTranslation' && first)
      for (const part of within(first)) if (typeof part.value === 'string') namespaces.add(part.value);
    if (node.callee.name !== 't' || !first) continue;
    // A default text between key and variables is not used in this project.
    calls.push({ keys: texts(first).filter(key => /\w/.test(key)), variables: given(second) });
  }
  return { calls, namespaces: [...namespaces] };
}

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === 'string' ? [[at, value]] : flat(value, at);
  });

type Dictionary = Map<string, Set<string>>;
const plural = /_(?:zero|one|two|few|many|other)$/;

/** The English texts of a namespace without plural suffixes, each with its variables. */
function dictionaryOf(entries: [string, string][]): Dictionary {
  const found: Dictionary = new Map();
  for (const [key, text] of entries) {
    const stem = key.replace(plural, '');
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    found.set(stem, new Set([...(found.get(stem) ?? []), ...names]));
  }
  return found;
}
const dictionaries = new Map(
  readdirSync(new URL('i18n/en/', root)).map(file => [
    file.replace('.json', ''),
    dictionaryOf(flat(JSON.parse(readFileSync(new URL(`i18n/en/${file}`, root), 'utf8')))),
  ]),
);

const patternOf = (key: string): RegExp =>
  new RegExp(`^${key.replace(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll(unknown, '.+')}$`);

/** The fault of a key and its variables; undefined if there is none. */
function faultOf(
  key: string,
  variables: Set<string> | null,
  own: readonly string[],
  known: ReadonlyMap<string, Dictionary>,
): string | undefined {
  const [, ns, name = key] = /^(\w+):(.+)$/.exec(key) ?? [];
  const asked = ns ? [ns] : own.length > 0 ? own : [...known.keys()];
  const pattern = patternOf(name);
  const found = asked.map(one => [...(known.get(one) ?? [])].filter(([stem]) => pattern.test(stem)));
  if (found.every(words => words.length === 0)) return `${key} is no word`;
  if (!variables) return undefined;
  const lacking = found.flat().map(([, names]) => [...names].filter(name => !variables.has(name)));
  // A key may exist in several namespaces, and a wildcard may match several texts. The call is correct if it gives all
  // variables of one matching text.
  if (lacking.some(names => names.length === 0)) return undefined;
  return `${key} lacks ${[...new Set(lacking.flat())].join(', ')}`;
}

const faultsIn = (source: string, known: ReadonlyMap<string, Dictionary>, lang?: 'ts' | 'tsx') => {
  const { calls, namespaces } = callsOf(source, lang);
  return calls.flatMap(({ keys, variables }) =>
    keys.flatMap(key => faultOf(key, variables, namespaces, known) ?? []),
  );
};

describe('the check of a call of t', () => {
  const known = new Map([
    ['case', dictionaryOf([['at', 'at {{stage}}']])],
    [
      'review',
      dictionaryOf([
        ['where', 'on {{at}}'],
        ['open_one', '{{count}} open'],
        ['open_other', '{{count}} open'],
      ]),
    ],
  ]);
  it.each([
    ["t('where', { at })", []],
    ["t('open', { count: 1 })", []],
    ["t('case:at', { stage: 1 })", []],
    ["t('where', words)", []],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test
    ["t(`${a ? 'where' : 'open'}`, { stage })", ['where lacks at', 'open lacks count']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test
    ['t(`whe${rest}`, { stage })', ['whe* lacks at']],
    ["t('where')", ['where lacks at']],
    ["t('case:nothing')", ['case:nothing is no word']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test
    ['t(`none.${kind}`)', ['none.* is no word']],
  ])('reports the faults of %s', (call, faults) => {
    expect(faultsIn(`const { t } = useTranslation('review'); ${call};`, known)).toEqual(faults);
  });
});

describe('every call of t on the pages', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // The kit's gallery has its own texts.
    file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('ui/gallery'),
  );
  it.each(files)('in %s uses existing keys with their variables', file => {
    const lang = file.endsWith('.tsx') ? 'tsx' : 'ts';
    expect(faultsIn(readFileSync(new URL(file, root), 'utf8'), dictionaries, lang)).toEqual([]);
  });
});
