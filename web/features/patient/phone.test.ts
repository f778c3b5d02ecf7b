import { expect, test } from 'vitest';
import { telHref } from './phone.ts';

test.each([
  ['13812345678', 'tel:13812345678'],
  ['+86 21 6279-0001', 'tel:+862162790001'],
  ['021-62790001 转 802', 'tel:02162790001;ext=802'],
  ['021 62790001 ext. 12', 'tel:02162790001;ext=12'],
])('the phone %s is dialled as %s', (phone, tel) => expect(telHref(phone)).toBe(tel));
