import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as s from '../script/orders.ts';
import { arbitraryOrders, createEmptyOrder, withAnswer } from '../testing/orders.ts';
import { orderDifferences } from './difference.ts';
import { type Order, orderRows } from './form.ts';

const order: Order = { sections: s.sampleAlignerOrder, files: [] };
const changed = (prescription: object, markers: object = {}) =>
  orderDifferences(order, {
    ...order,
    sections: {
      ...s.sampleAlignerOrder,
      prescription: { ...s.sampleAlignerPrescription, ...prescription },
      markers: { ...s.sampleMarkers, ...markers },
    },
  }).map(({ row, before, after }) => [row.path, before, after]);

describe('the difference between two orders', () => {
  it('lists changed, added and removed answers', () => {
    expect(changed({ step: 0.25, note: 'Slowly', angle: undefined })).toEqual([
      ['prescription.step', 0.2, 0.25],
      ['prescription.angle', 2, undefined],
      ['prescription.note', undefined, 'Slowly'],
    ]);
  });

  it('ignores the order of diagnosis flags, not of crowding relief', () => {
    const flags = (list: (92 | 100)[]) => ({
      ...order,
      sections: { ...s.sampleAlignerOrder, diagnosis: { flags: list } },
    });
    expect(orderDifferences(flags([92, 100]), flags([100, 92]))).toEqual([]);
    expect(changed({ crowdingRelief: ['expansion', 'ipr'] })).toHaveLength(1);
  });

  it('includes a replaced file', () => {
    const at = (sha256: string): Order => ({
      sections: {},
      files: [{ id: 'f', kind: 'stl', slot: 'upper', sha256, size: 1, mime: 'model/stl' }],
    });
    expect(orderDifferences(at('aa'), at('bb')).map(d => [d.row.path, d.before, d.after])).toEqual([
      ['files.upper', ['aa'], ['bb']],
    ]);
  });

  it('of an order to itself is empty; applied to the first order, gives the second', () => {
    fc.assert(
      fc.property(arbitraryOrders, arbitraryOrders, (a, b) => {
        expect(orderDifferences(a, a)).toEqual([]);
        const led = orderDifferences(a, b).reduce((now, { row, after }) => withAnswer(now, row, after), a);
        expect(orderDifferences(led, b)).toEqual([]);
        const back = orderDifferences(b, a).map(({ row, before, after }) => ({
          row,
          before: after,
          after: before,
        }));
        expect(back).toEqual(orderDifferences(a, b));
      }),
      { numRuns: 60 },
    );
  });

  it('to an empty order lists every answered row', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderRows), arbitraryOrders, (row, all) => {
        const rows = orderDifferences(createEmptyOrder(), all).map(d => d.row);
        const without = orderDifferences(createEmptyOrder(), withAnswer(all, row, undefined)).map(d => d.row);
        expect(without).toEqual(rows.filter(other => other !== row));
      }),
      { numRuns: 60 },
    );
  });
});
