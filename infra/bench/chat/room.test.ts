import { expect, it } from 'vitest';
import { createRoom } from '../../../loadtests/chat/room.ts';

const heard = (numbers: number[], stored: number[] = []) => {
  const faults = { doubled: 0, disordered: 0 };
  const room = createRoom(faults);
  const page = room.enter();
  for (const n of numbers) room.hear(page, n, `m${n}`);
  for (const n of stored) room.stored(n, `m${n}`);
  return { ...faults, lost: room.lost() };
};

it('accepts consecutive numbers', () => {
  expect(heard([1, 2, 3], [1, 2, 3])).toEqual({ doubled: 0, disordered: 0, lost: 0 });
});

it('counts stored messages that were not received: in the middle, at the end, at the beginning, and all of them', () => {
  expect(heard([1, 3], [1, 2, 3])).toMatchObject({ lost: 1 });
  expect(heard([1, 2], [1, 2, 3, 4])).toMatchObject({ lost: 2 });
  expect(heard([3], [1, 2, 3])).toMatchObject({ lost: 2 });
  expect(heard([], [1, 2])).toMatchObject({ lost: 2 });
});

it('counts duplicates, and messages after a later one', () => {
  expect(heard([1, 2, 2, 1])).toEqual({ doubled: 2, disordered: 0, lost: 0 });
  expect(heard([1, 3, 2])).toEqual({ doubled: 0, disordered: 1, lost: 0 });
});

it('counts a number that has different messages on two pages', () => {
  const faults = { doubled: 0, disordered: 0 };
  const room = createRoom(faults);
  const [one, other] = [room.enter(), room.enter()];
  room.hear(one, 1, 'a');
  room.hear(other, 1, 'b');
  expect(faults.disordered).toBe(1);
});
