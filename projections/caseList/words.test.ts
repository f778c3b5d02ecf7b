import { expect, it } from 'vitest';
import { indexedText } from '../store/words.ts';
import { nameSortKey, pinyinWords } from './words.ts';

it('gives a name as syllables, joined and as initials, with the surname’s reading of its first character', () => {
  expect(pinyinWords('张伟')).toEqual(['zhang', 'wei', 'zhangwei', 'zw']);
  expect(pinyinWords('单雄信')).toEqual(['shan', 'xiong', 'xin', 'shanxiongxin', 'sxx']);
  expect(pinyinWords('吕布')).toContain('lvbu');
  expect(pinyinWords('Oliver Grant')).toEqual([]);
});

it('sorts Chinese and Latin names into one order', () => {
  const names = ['张伟', 'Oliver Grant', '安娜', 'zoe', '张敏', '李娜'];
  expect(names.toSorted((a, b) => (nameSortKey(a) < nameSortKey(b) ? -1 : 1))).toEqual([
    ...['安娜', '李娜', 'Oliver Grant', '张敏', '张伟', 'zoe'],
  ]);
});

it('gives nothing for texts without letters', () => {
  expect(indexedText(['', ' — ', '…'])).toBe('');
});
