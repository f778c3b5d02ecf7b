import { describe, expect, test } from 'vitest';
import { forbiddenWordIn, productWords, wordsOfOwner } from './password-words.ts';

const owner = {
  userName: 'min.zhou',
  name: 'Zhou Min',
  phone: '13800001234',
  email: 'zm.dental@clinic.example',
  organisation: { name: '仁和口腔', names: { en: 'Renhe Dental', 'zh-CN': '仁和口腔' } },
};

describe('a password', () => {
  test.each([
    ['minzhou7', 'the login'],
    ['7Zhou2026', 'the name'],
    ['ZHOUMIN88', 'the whole name'],
    ['z13800001234', 'the phone'],
    ['zmdental1', 'the mailbox'],
    ['2026renhe', 'the organisation'],
  ])('%s contains %s', password => expect(forbiddenWordIn(password, wordsOfOwner(owner))).toBeDefined());

  test.each([
    ['archline1', 'archline'],
    ['ArchL1ne2026', 'archline'],
    ['9ADMIN9', 'admin'],
    ['d0ct0r77', 'doctor'],
  ])('%s contains the product’s word %s', (password, word) => {
    expect(forbiddenWordIn(password, productWords)).toBe(word);
  });

  test.each(['k7vt3mxq', 'rain4umbrella', 'min2026x'])('%s contains none', password => {
    expect(forbiddenWordIn(password, [...productWords, ...wordsOfOwner(owner)])).toBeUndefined();
  });
});

test('short words and other scripts forbid nothing', () => {
  expect(wordsOfOwner({ userName: 'li', name: '李敏', organisation: { name: '仁和口腔' } })).toEqual([]);
  expect(wordsOfOwner({})).toEqual([]);
});
