/**
 * Quick form of the three-node log faults of `npm run faults`: writes are refused with a clear error, nothing
 * is lost or duplicated.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { harmNames, harms } from './harms.ts';
import { type Bars, harmLog, type LogNodes, startLogNodes } from './log-nodes.ts';

/** No time limits: the machine that runs the tests may be busy. */
const none: Bars = { refused: Infinity, medianRead: Infinity, writingAgain: Infinity };

let nodes: LogNodes;
beforeAll(async () => {
  nodes = await startLogNodes(200);
});
afterAll(async () => nodes?.stop());

it.each(harmNames.map(name => ({ name, ...harms[name] })))('$what', async ({ name }) => {
  const seen = await harmLog(nodes, name, { awayMs: 0, pages: 6, bars: none });
  expect(seen).toMatch(/[1-9]\d* drafts acknowledged, each once/);
});
