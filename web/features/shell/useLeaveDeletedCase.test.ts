import { expect, it } from 'vitest';
import type { CaseView } from '#projections/case/view.ts';
import { deletedCaseRedirectHref } from './useLeaveDeletedCase.ts';

const header = (status: number, parentId: string | null) =>
  ({ header: { status, parentId, owner: { id: 'wen' } } }) as Pick<CaseView, 'header'>;

it('a deleted draft redirects to its parent case, or to the list', () => {
  expect(deletedCaseRedirectHref(header(8, 'SXRRXB'), 'wen')).toEqual({
    word: 'gone.deleted',
    href: '/caseDetail?id=SXRRXB',
  });
  expect(deletedCaseRedirectHref(header(0, null), 'wen')).toEqual({
    word: 'gone.deleted',
    href: '/caseList',
  });
  expect(deletedCaseRedirectHref(header(20, null), 'wen').word).toBe('gone.deleted');
});

it('the message says that a case was closed to the viewer if it cannot have been deleted', () => {
  expect(deletedCaseRedirectHref(header(13, null), 'wen')).toEqual({
    word: 'gone.closed',
    href: '/caseList',
  });
  expect(deletedCaseRedirectHref(header(0, null), 'chen').word).toBe('gone.closed');
});
