import { expect, it } from 'vitest';
import { createDeliveryChecker } from '../../../loadtests/chat/room.ts';

const heard = (numbers: number[], stored: number[] = []) => {
  const faults = { doubled: 0, disordered: 0 };
  const room = createDeliveryChecker(faults);
  const page = room.enter();
  for (const n of numbers) room.hear(page, n, `m${n}`);
  for (const n of stored) room.stored(n, `m${n}`);
  return { ...faults, lost: room.lost() };
};

it('the delivery check accepts consecutive numbers', () => {
  expect(heard([1, 2, 3], [1, 2, 3])).toEqual({ doubled: 0, disordered: 0, lost: 0 });
});

it('the delivery check counts missing messages in the middle, at the end, at the beginning, and if all are missing', () => {
  expect(heard([1, 3], [1, 2, 3])).toMatchObject({ lost: 1 });
  expect(heard([1, 2], [1, 2, 3, 4])).toMatchObject({ lost: 2 });
  expect(heard([3], [1, 2, 3])).toMatchObject({ lost: 2 });
  expect(heard([], [1, 2])).toMatchObject({ lost: 2 });
});

it('the delivery check counts duplicates and messages out of order', () => {
  expect(heard([1, 2, 2, 1])).toEqual({ doubled: 2, disordered: 0, lost: 0 });
  expect(heard([1, 3, 2])).toEqual({ doubled: 0, disordered: 1, lost: 0 });
});

it('the delivery check counts a number that has different messages on two pages', () => {
  const faults = { doubled: 0, disordered: 0 };
  const room = createDeliveryChecker(faults);
  const [one, other] = [room.enter(), room.enter()];
  room.hear(one, 1, 'a');
  room.hear(other, 1, 'b');
  expect(faults.disordered).toBe(1);
});
