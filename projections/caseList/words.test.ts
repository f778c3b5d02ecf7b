import { expect, it } from 'vitest';
import { textOf } from '../store/words.ts';
import { pinyinWords, sortName } from './words.ts';

it('a name is typed as syllables, in one, or by initials; a surname is read as one', () => {
  expect(pinyinWords('张伟')).toEqual(['zhang', 'wei', 'zhangwei', 'zw']);
  expect(pinyinWords('单雄信')).toEqual(['shan', 'xiong', 'xin', 'shanxiongxin', 'sxx']);
  expect(pinyinWords('吕布')).toContain('lvbu');
  expect(pinyinWords('Oliver Grant')).toEqual([]);
});

it('names of both scripts sort in one order', () => {
  const names = ['张伟', 'Oliver Grant', '安娜', 'zoe', '张敏', '李娜'];
  expect(names.toSorted((a, b) => (sortName(a) < sortName(b) ? -1 : 1))).toEqual([
    ...['安娜', '李娜', 'Oliver Grant', '张敏', '张伟', 'zoe'],
  ]);
});

it('nothing is stored for texts without letters', () => {
  expect(textOf(['', ' — ', '…'])).toBe('');
});
