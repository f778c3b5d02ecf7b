/**
 * Quick form of the three-node log faults of `npm run faults`: writes are refused with a clear error, nothing
 * is lost or duplicated.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultDeadlines } from '#services/eventstore/esdb/deadlines.ts';
import { type LogNodes, type LogScenarioLimits, startLogNodes, testLogScenario } from './log-nodes.ts';
import { logScenarioNames, logScenarios } from './log-scenarios.ts';

/** No time limits: the machine that runs the tests may be busy, and writes then reach the product's own deadline. */
const none: LogScenarioLimits = {
  refused: Infinity,
  medianRead: Infinity,
  writingAgain: Infinity,
  patience: defaultDeadlines.wholeMs - defaultDeadlines.restMs.most,
};

let nodes: LogNodes;
beforeAll(async () => {
  nodes = await startLogNodes(200);
});
afterAll(async () => nodes?.stop());

it.each(logScenarioNames.map(name => ({ name, ...logScenarios[name] })))('$what', async ({ name }) => {
  const seen = await testLogScenario(nodes, name, { awayMs: 0, pages: 6, bars: none });
  expect(seen).toMatch(/[1-9]\d* drafts acknowledged, each once/);
});
