import { expect, it } from 'vitest';
import type { CaseView } from '#projections/case/view.ts';
import { whereFrom } from './useGone.ts';

const header = (status: number, parentId: string | null) =>
  ({ header: { status, parentId } }) as Pick<CaseView, 'header'>;

it('leaves a deleted draft for its parent case, or for the list', () => {
  expect(whereFrom(header(8, 'SXRRXB'))).toEqual({ word: 'gone.deleted', href: '/caseDetail?id=SXRRXB' });
  expect(whereFrom(header(0, null))).toEqual({ word: 'gone.deleted', href: '/caseList' });
  expect(whereFrom(header(20, null)).word).toBe('gone.deleted');
});

it('says that a case was closed to the viewer where it cannot have been deleted', () => {
  expect(whereFrom(header(13, null))).toEqual({ word: 'gone.closed', href: '/caseList' });
});
