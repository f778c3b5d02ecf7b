import { afterEach, describe, expect, it } from 'vitest';
import type { CaseEvent } from '#events/case/stream.ts';
import {
  eventsOfApprovedCase,
  eventsOfProduction,
  openTestReadModels,
  type TestReadModels,
} from '../testing/test-read-models.ts';

const opened: TestReadModels[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const id = 'C2K7QM';
const of = { list: 'plans', version: 1 } as const;
const change = { what: 'ipr', contact: '11-21', mm: 0 } as const;
/** Comments and requests on the plan by the expert, the technician and the assistant. */
const talk: readonly (readonly [by: string, event: CaseEvent])[] = [
  [
    'expert',
    {
      type: 'PlanCommented',
      data: { ...of, comment: 1, stage: 3, tooth: 12, place: [0, 3, 1] },
      personal: { note: '12 先就位' },
    },
  ],
  ['technician', { type: 'CommentReplied', data: { comment: 1 }, personal: { note: '好的' } }],
  ['doctor', { type: 'CommentResolved', data: { comment: 1 } }],
  [
    'assistant',
    { type: 'ChangeRequested', data: { ...of, request: 1, change }, personal: { note: '不去釉' } },
  ],
  [
    'system',
    {
      type: 'RequestsMeasured',
      data: {
        ...of,
        version: 2,
        measured: [
          { request: 1, verdict: 'not', value: 0.3, wanted: 0, before: 0.3, tolerance: 0.05, why: null },
        ],
      },
    },
  ],
];

async function givenStory(): Promise<TestReadModels> {
  const all = await openTestReadModels();
  opened.push(all);
  for (const [by, event] of [...eventsOfApprovedCase, ...talk]) await all.say(id, by, event);
  return all;
}

describe('the discussion of a plan', () => {
  it('is shown on the case’s page with names and with who may withdraw what', async () => {
    const { models, as } = await givenStory();
    const view = models.caseView(as('doctor'), id);
    expect(view?.comments).toMatchObject([
      {
        ...{
          comment: 1,
          list: 'plans',
          version: 1,
          stage: 3,
          tooth: 12,
          place: [0, 3, 1],
          note: '12 先就位',
        },
        by: { id: 'expert', position: 'Specialist' },
        replies: [{ by: { name: '陈师傅' }, note: '好的' }],
        resolved: { by: { name: '王医生' } },
      },
    ]);
    expect(view?.requests).toMatchObject([
      { request: 1, change, by: { id: 'assistant' }, open: true, own: true, note: '不去釉', withdrawn: null },
    ]);
    expect(view?.requests[0]?.checks).toMatchObject([{ version: 2, verdict: 'not', value: 0.3 }]);
    expect(models.caseView(as('expert'), id)?.requests[0]?.own).toBe(false);
    expect(models.caseView(as('assistant'), id)?.requests[0]?.own).toBe(true);
  });
  it('is hidden from the manufacturer on the page and in the history', async () => {
    const all = await givenStory();
    for (const [by, event] of eventsOfProduction) await all.say(id, by, event);
    const { models, as } = all;
    const view = models.caseView(as('vendor'), id);
    expect([view?.comments, view?.requests]).toEqual([[], []]);
    expect(JSON.stringify([view, models.history(as('vendor'), id)])).not.toMatch(/先就位|好的|不去釉/);
  });
  it('is absent as of a moment before it began', async () => {
    const { models, as } = await givenStory();
    const line = models.history(as('doctor'), id)?.find(l => l.type === 'CommentReplied');
    const position = BigInt(line?.position.split('-').at(-1) ?? '');
    const then = await models.caseViewAsOf(as('doctor'), id, position);
    expect(then?.comments).toMatchObject([{ replies: [{ note: '好的' }], resolved: null }]);
    expect(then?.requests).toEqual([]);
  });
  it('has history lines with its text and its numbers', async () => {
    const { models, as } = await givenStory();
    const lines = models.history(as('doctor'), id)?.slice(-talk.length);
    expect(lines?.map(l => [l.type, l.note, l.to])).toEqual([
      ['PlanCommented', '12 先就位', null],
      ['CommentReplied', '好的', null],
      ['CommentResolved', null, null],
      ['ChangeRequested', '不去釉', null],
      ['RequestsMeasured', null, null],
    ]);
    expect(lines?.[0]?.facts).toEqual({ comment: 1, version: 1, how: 'plans', stage: 3, tooth: 12 });
    expect(lines?.[4]?.facts).toMatchObject({ version: 2, all: 1, met: 0, partly: 0, not: 1 });
  });
  it('notifies the clinic, the designer and earlier writers, but not the author', async () => {
    const { models, as } = await givenStory();
    const types = (who: string) =>
      models
        .messages(as(who), { page: 1, size: 5 })
        .items.map(m => m.type)
        .filter(type => talk.some(([, event]) => event.type === type));
    expect(types('technician')).toEqual([
      ...['RequestsMeasured', 'ChangeRequested', 'CommentResolved', 'PlanCommented'],
    ]);
    expect(types('doctor')).toEqual(['ChangeRequested', 'PlanCommented']);
    expect(types('assistant')).toEqual(['RequestsMeasured', 'PlanCommented']);
    expect(types('expert')).toEqual(['CommentResolved', 'CommentReplied']);
    expect(types('vendor')).toEqual([]);
  });
});
