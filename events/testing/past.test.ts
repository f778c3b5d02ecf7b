import { describe, expect, it } from 'vitest';
import { statusCodes } from '../case/status.ts';
import { at, stateOf } from './past.ts';

describe('the pasts that tests start from', () => {
  it.each(statusCodes)('end at %i', status => {
    expect(stateOf(at[status]).status).toBe(status);
  });
});
