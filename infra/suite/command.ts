/** Parses the arguments of `npm test --`. */
import { type LayerName, testLayers } from './layers.ts';

export type TestCommand =
  | { kind: 'all' | 'quick' | 'again' }
  /** Single layers. Further arguments are passed to their runner. */
  | { kind: 'layers'; names: LayerName[]; args: string[] };

export const usageText = `npm test                       everything
npm test -- quick              types, lint, and the unit tests of changes against main
npm test -- again              only what failed in the last run
npm test -- unit e2e           single layers: ${Object.keys(testLayers).join(', ')}
npm test -- e2e -g name        single end-to-end tests, on a prestarted server
npm test -- unit services/api  single unit tests
`;

const isLayer = (word: string): word is LayerName => Object.hasOwn(testLayers, word);

/** @returns undefined if the words name no layer and no command */
export function parseCommand(words: readonly string[]): TestCommand | undefined {
  const [first] = words;
  if (first === undefined) return { kind: 'all' };
  if (first === 'quick' || first === 'again') return words.length === 1 ? { kind: first } : undefined;
  const end = words.findIndex(word => !isLayer(word));
  const names = words.slice(0, end < 0 ? words.length : end).filter(isLayer);
  const args = end < 0 ? [] : words.slice(end);
  return names.length > 0 ? { kind: 'layers', names, args } : undefined;
}
