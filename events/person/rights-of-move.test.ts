import { describe, expect, it } from 'vitest';
import { actionNames } from '../case/rules.ts';
import { positions } from './position.ts';
import { rightsChangeOfMove } from './rights-of-move.ts';

const at = (position: (typeof positions)[number], orgId = 'main') => ({ position, orgId });

describe('the rights of a move', () => {
  it('name what the new position closes and opens', () => {
    const { closes, opens } = rightsChangeOfMove(at('Technician'), at('Service'));
    expect(closes).toContain('submitPlan');
    expect(opens[0]).toBe('backstageManage');
    expect(opens).not.toContain('submitPlan');
  });
  it('follow from the organisation too', () => {
    expect(rightsChangeOfMove(at('Designer'), at('Designer', 'ediy'))).toEqual({
      closes: [],
      opens: ['diyDesignBtn'],
    });
  });
  it('are none without a move, and the reverse of the move back', () => {
    for (const from of positions)
      for (const to of positions) {
        const { closes, opens } = rightsChangeOfMove(at(from), at(to));
        if (from === to) expect([closes, opens]).toEqual([[], []]);
        expect(rightsChangeOfMove(at(to), at(from))).toEqual({ closes: opens, opens: closes });
      }
  });
  it('name actions of the table only, besides menu rights', () => {
    const { opens } = rightsChangeOfMove(at('Analyst'), at('SuperMechanic'));
    expect(
      opens.filter(right => right !== 'backstageManage').every(right => actionNames.some(a => a === right)),
    ).toBe(true);
  });
});
