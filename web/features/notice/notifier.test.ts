import { expect, test } from 'vitest';
import { mailTopics } from '#events/mail/topics.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import type { NewsItem } from './news.ts';
import type { NotificationText } from './notification-text.ts';
import { createNotifier } from './notifier.ts';

const news = (id: string): NewsItem => ({ kind: 'message', id, item: { id, topic: 'case' } as MessageItem });

/** A page in the background; `flush` lets gathered news be reported. */
function page(elsewhere: (string | null)[] = []) {
  const done: string[] = [];
  let runs: (() => void)[] = [];
  let press = () => {};
  const teller = createNotifier({
    port: {
      permission: () => 'granted',
      show: ({ title }: NotificationText, onPress) => {
        done.push(`show ${title}`);
        press = onPress;
      },
      close: () => void done.push('close'),
      ring: () => void done.push('ring'),
      inFront: () => undefined,
    },
    others: { ask: async () => elsewhere },
    choice: () => ({ desktop: true, sound: true, text: false }),
    chosen: async () => ({ topics: mailTopics, quiet: null }),
    now: () => 0,
    words: async all => ({ title: all.map(({ id }) => id).join('+'), body: '', href: `/${all.length}` }),
    open: href => void done.push(`open ${href}`),
    after: (_ms, run) => void runs.push(run),
  });
  const flush = async () => {
    const now = runs;
    runs = [];
    for (const run of now) run();
    // Lets pending promises settle.
    for (let i = 0; i < 10; i++) await Promise.resolve();
    return done.splice(0);
  };
  return { teller, flush, press: () => press() };
}

test('news that arrive together are one notification with one tone; later news are added to it', async () => {
  const { teller, flush, press } = page();
  teller.add([news('a')]);
  teller.add([news('b')]);
  expect(await flush()).toEqual(['ring', 'show a+b']);
  teller.add([news('c')]);
  expect(await flush()).toEqual(['ring', 'show a+b+c']);
  press();
  teller.add([news('d')]);
  expect(await flush()).toEqual(['open /3', 'ring', 'show d']);
});

test('news read meanwhile are not reported; the notification closes once all are read', async () => {
  const { teller, flush } = page();
  teller.add([news('a'), news('b')]);
  teller.read(['a']);
  expect(await flush()).toEqual(['ring', 'show b']);
  teller.read(['x']);
  expect(await flush()).toEqual([]);
  teller.read(['b']);
  expect(await flush()).toEqual(['close']);
  teller.add([news('c')]);
  teller.read(['c']);
  expect(await flush()).toEqual([]);
});

test('news visible on another page of the person are not reported', async () => {
  const { teller, flush } = page([null]);
  teller.add([news('a')]);
  expect(await flush()).toEqual([]);
});
