import { expect, it } from 'vitest';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import { systemIds } from '../clock/clock.ts';
import type { PlainPageContext } from './page-renderer.ts';
import { cachePlainPages } from './plain-cache.ts';

const login: PlainPageWithProps = {
  ...{
    page: 'login',
    userName: '',
    remember: false,
    returnTo: '/workbench',
    error: null,
    why: null,
    passkeys: false,
    organisation: null,
    accounts: null,
  },
};
const world: PlainPageContext = {
  lang: 'en',
  theme: null,
  bar: null,
  nonce: 'first',
  here: '/login',
  now: 0,
  logo: null,
  timeZone: 'UTC',
};

function counted() {
  let drawn = 0;
  const plain = cachePlainPages(
    {
      plain: (page, { nonce, lang, here }) => {
        drawn += 1;
        return `<script nonce="${nonce}">${page.page} ${lang} ${here}</script>`;
      },
    },
    systemIds,
  );
  return { plain, drawn: () => drawn };
}

it('cache renders a page that is the same for everybody once, with a new nonce for each answer', () => {
  const { plain, drawn } = counted();
  expect(plain(login, world)).toBe('<script nonce="first">login en /login</script>');
  expect(plain(login, { ...world, nonce: 'second' })).toBe('<script nonce="second">login en /login</script>');
  expect(drawn()).toBe(1);
});

it('cache renders separately for another language, address, error or minute', () => {
  const { plain, drawn } = counted();
  plain(login, world);
  plain(login, { ...world, lang: 'zh-CN' });
  plain(login, { ...world, here: '/login?error=1' });
  plain({ ...login, error: { message: 'wrong' } } as PlainPageWithProps, world);
  plain(login, { ...world, now: 60_000 });
  expect(drawn()).toBe(5);
});

it('cache stores no page with a typed name, a person’s page, or one at a long address', () => {
  const { plain, drawn } = counted();
  for (const _twice of [1, 2]) {
    plain({ ...login, userName: 'doctor' } as PlainPageWithProps, world);
    plain({ page: 'shareOver', over: null }, world);
    plain(login, { ...world, here: `/login?x=${'x'.repeat(2000)}` });
  }
  expect(drawn()).toBe(6);
});

it('cache is limited in size', () => {
  const { plain, drawn } = counted();
  plain(login, world);
  for (let i = 0; i < 200; i++) plain(login, { ...world, here: `/login?${i}` });
  plain(login, world);
  expect(drawn()).toBe(202);
});
