import { expect, it } from 'vitest';
import type { Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { eventsOfApprovedCase, openTestReadModels } from '../testing/test-read-models.ts';
import { openWalkModels, type WalkModels } from '../testing/walk-models.ts';

/** Recipients of an event, found by asking for every person of the directory. */
const recipientsOf = ({ models }: Pick<WalkModels, 'models'>, event: Recorded) =>
  [...models.directory().people.keys()].filter(id => models.messageTo(id, event)).sort();
const foundOf = ({ models }: Pick<WalkModels, 'models'>, event: Recorded) =>
  models
    .messagesOf(event)
    .map(({ personId }) => personId)
    .sort();

it.each([41, 42])(
  'the messages found by an event are the messages of every person, over walk %i',
  async seed => {
    const all = await openWalkModels({ seed, cases: 12 });
    await all.go(500);
    let count = 0;
    for await (const event of all.store.readAll()) {
      const expected = recipientsOf(all, event);
      count += expected.length;
      expect(foundOf(all, event), event.type).toEqual(expected);
    }
    expect(count).toBeGreaterThan(150);
    await all.models.close();
  },
);

it('a message that its person has marked as read since is no longer found by its event', async () => {
  const { models, append, say, close } = await openTestReadModels();
  for (const [by, event] of eventsOfApprovedCase) await say('C2K7QM', by, event);
  const [chat, seen] = ['chat-case.C2K7QM', 'seen-case.C2K7QM'];
  const data = { files: [], refs: [], replyTo: null, mentions: ['doctor', 'assistant'] };
  const said = {
    type: 'MessageSent',
    data: { ...data, client: 'c1' },
    personal: { text: '请看', names: [] },
  };
  const where = { stream: chat, revision: 0 };
  await append(chat, 'technician', said);
  const position = models.position();
  const found = (at: LogPosition, of: typeof where) => models.messagesOf({ ...of, position: at });
  expect(found(position, where).map(m => [m.personId, m.read])).toEqual([
    ['assistant', false],
    ['doctor', false],
  ]);
  await append(seen, 'doctor', { type: 'ConversationSeen', data: { got: 1, read: 1 } });
  expect(found(models.position(), { stream: seen, revision: 0 })).toEqual([]);
  expect(found(position, where).map(m => m.personId)).toEqual(['assistant']);
  await close();
});
