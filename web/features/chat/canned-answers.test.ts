import { describe, expect, it } from 'vitest';
import { cannedQueryAt, findCannedAnswers, insertCannedAnswer, readerLanguage } from './canned-answers.ts';

const said = (position: string, text: string) => ({ text, by: { position } });

describe('the language of the reader', () => {
  it('is that of the newest message from the doctor’s side, not from the desk', () => {
    const talk = [said('Doctor', '附件在第几步粘？'), said('Service', 'Before stage 3.')];
    expect(readerLanguage(talk, { name: 'Amelia Hart' })).toBe('zh-CN');
    expect(readerLanguage([...talk, said('Assistant', 'Thank you')], { name: '李文清' })).toBe('en');
  });
  it('ignores single names and codes within a sentence', () => {
    expect(readerLanguage([said('Doctor', 'Is the plan of 张伟 ready?')], { name: '李文清' })).toBe('en');
    expect(readerLanguage([said('Doctor', 'VBXFT4 的方案好了吗')], { name: 'Hart' })).toBe('zh-CN');
  });
  it('follows the doctor’s name until a message has words', () => {
    const talk = [said('Service', 'Hello'), said('Doctor', '13?')];
    expect(readerLanguage(talk, { name: '李文清' })).toBe('zh-CN');
    expect(readerLanguage(talk, { name: 'Marcus Weber' })).toBe('en');
  });
});

describe('a slash', () => {
  it('opens canned answers only as the first character of the field', () => {
    expect(cannedQueryAt('/', 1)).toEqual({ from: 0, word: '' });
    expect(cannedQueryAt('/att', 4)).toEqual({ from: 0, word: 'att' });
    for (const text of ['1/2', ' /', '/a b', '//', '/a/'])
      expect([text, cannedQueryAt(text, text.length)]).toEqual([text, null]);
  });
  it('finds answers by title first, then by their text', () => {
    const answer = (id: string, title: string, words: string) => ({ id, title, text: id, words });
    const all = [
      answer('a', 'Shipping', 'shipping\n寄送 attachment'),
      answer('b', 'Attachment lost', 'attachment lost'),
    ];
    expect(findCannedAnswers(all, 'att').map(one => one.id)).toEqual(['b', 'a']);
    expect(findCannedAnswers(all, '寄').map(one => one.id)).toEqual(['a']);
    expect(insertCannedAnswer('/att rest', { from: 0, word: 'att' }, answer('x', '', ''))).toEqual({
      text: 'x\nrest',
      caret: 1,
    });
  });
});
