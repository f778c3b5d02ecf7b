import { describe, expect, it } from 'vitest';
import { actions } from '#events/case/decider.ts';
import { findIssues } from '#events/parse.ts';
import type { RetainerItem } from '#projections/case/follow-up.ts';
import { addressLine } from '#web/features/address/delivery-copy.ts';
import {
  initialRetainerDraft,
  type RetainerDraft,
  type RetainerOrderFacts,
  retainerIssues,
  retainerPayload,
} from './retainer-form.ts';

const world: RetainerOrderFacts = { stages: { upper: 24, lower: 0 }, orders: [] };
const none = { kind: null, stage: null, order: null, fileId: null };
const full: RetainerDraft = {
  type: 3,
  arch: 2,
  upper: { ...none, kind: 2 },
  lower: { ...none, kind: 1 },
  pontic: false,
  pontics: [],
  fixed: 1,
  quantity: 2,
  note: ' ',
  address: '李明 · 13800000001 · 南京西路 1266 号 · 200040 · 晨光口腔',
  other: {},
};
const wrong = (more: Partial<RetainerDraft>, in_: RetainerOrderFacts = world) =>
  retainerIssues({ ...full, ...more }, in_).map(i => `${i.path}: ${i.issue}`);
/** The errors that the server's schema finds in the payload. */
const refused = (draft: RetainerDraft) => findIssues(actions.applyRetainer.input, retainerPayload(draft));

// Cast at the boundary: the form reads only these fields of an order.
const order = {
  retainer: 1,
  type: 1,
  arch: 0,
  fixed: 2,
  quantity: 3,
  pontics: [12],
  note: null,
  upper: { ...none, kind: 5, fileId: 'f1' },
  lower: null,
  files: [{ id: 'f1' }],
  address: 'there',
} as unknown as RetainerItem;
type View = Parameters<typeof initialRetainerDraft>[0];
const view = (more: object = {}): View =>
  ({
    header: { stages: world.stages },
    retainers: [order],
    completion: null,
    sections: { data: {} },
    ...more,
  }) as unknown as View;

describe('the errors of a retainer order', () => {
  it('require a type, an arch, and a basis for each ordered arch', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ type: null, arch: null })).toEqual(['type: required', 'arch: required']);
    expect(wrong({ upper: none, lower: none })).toEqual(['upper.kind: required', 'lower.kind: required']);
    expect(wrong({ arch: 0, lower: none })).toEqual([]);
  });
  it('require the number of an existing stage', () => {
    expect(wrong({ lower: { ...none, kind: 2 } })).toEqual(['lower.kind: arch-has-no-stages']);
    expect(wrong({ upper: { ...none, kind: 3 } })).toEqual(['upper.stage: required']);
    expect(wrong({ upper: { ...none, kind: 3, stage: 25 } })).toEqual(['upper.stage: stages-past-end']);
    expect(wrong({ upper: { ...none, kind: 3, stage: 24 } })).toEqual([]);
  });
  it('require an earlier order with the arch, or a scan', () => {
    const earlier = { ...world, orders: [order] };
    expect(wrong({ upper: { ...none, kind: 4 } }, earlier)).toEqual(['upper.order: required']);
    expect(wrong({ upper: { ...none, kind: 4, order: 1 } }, earlier)).toEqual([]);
    expect(wrong({ lower: { ...none, kind: 4, order: 1 } }, earlier)).toEqual(['lower.order: order-unknown']);
    expect(wrong({ upper: { ...none, kind: 5 } })).toEqual(['upper.fileId: required']);
  });
  it('require pontic teeth within an ordered arch, a quantity, and a complete address', () => {
    expect(wrong({ pontic: true, arch: 0, pontics: [46] })).toEqual(['pontics: required']);
    expect(wrong({ pontic: true, pontics: [46] })).toEqual([]);
    expect(wrong({ quantity: null })).toEqual(['quantity: required']);
    expect(wrong({ quantity: 21 })).toEqual(['quantity: too-big']);
    expect(wrong({ address: null, other: { consignee: '李明', zip: '2' } })).toEqual([
      'address.phone: required',
      'address.address: required',
      'address.zip: zip-format',
      'address.clinic: required',
    ]);
  });
});

describe('the payload of a retainer order', () => {
  it('is accepted by the server: has only the fields of each basis, and no blank note', () => {
    expect(retainerPayload({ ...full, upper: { kind: 3, stage: 7, order: 1, fileId: 'x' } })).toEqual({
      type: 3,
      arch: 2,
      fixed: 1,
      quantity: 2,
      pontics: [],
      address: full.address,
      upper: { kind: 3, stage: 7 },
      lower: { kind: 1 },
    });
    expect(refused({ ...full, pontic: true, pontics: [12, 46], note: '加急' })).toEqual([]);
  });
  it('omits an arch that is not ordered, and its pontics', () => {
    const upperOnly = { ...full, arch: 0 as const, pontic: true, pontics: [12, 46] as const };
    expect(retainerPayload(upperOnly)).toMatchObject({ pontics: [12] });
    expect(retainerPayload(upperOnly)).not.toHaveProperty('lower');
  });
  it('has the typed address on one line', () => {
    const other = { consignee: '李明', phone: '1', address: ' 路 ', zip: '2', clinic: '' };
    expect(addressLine(other)).toBe('李明 · 1 · 路 · 2');
  });
});

describe('the initial retainer form', () => {
  it('leaves clinical decisions open', () => {
    expect(initialRetainerDraft(view())).toMatchObject({ type: null, arch: null, upper: none, quantity: 1 });
  });
  it('is post-operative on the last stage of the moved arches after a completion with a retainer', () => {
    const completed = initialRetainerDraft(view({ completion: { retainer: true } }));
    expect(completed).toMatchObject({ type: 3, arch: 0, upper: { kind: 2 }, lower: none });
    expect(initialRetainerDraft(view({ completion: { retainer: false } })).type).toBeNull();
  });
  it('has the case’s own address', () => {
    const deliveryAddress = { consignee: '李明', phone: '1', address: '路', zip: '2', clinic: '晨光' };
    expect(initialRetainerDraft(view({ sections: { data: { deliveryAddress } } })).address).toBe(
      '李明 · 1 · 路 · 2 · 晨光',
    );
    expect(initialRetainerDraft(view(), undefined, 'usual').address).toBe('usual');
  });
  it('repeats the earlier order; uses that order as the basis if its scan came with it', () => {
    const again = initialRetainerDraft(view(), 1);
    expect(again).toMatchObject({ type: 1, arch: 0, fixed: 2, quantity: 3, pontic: true, address: 'there' });
    expect(again.upper).toEqual({ ...none, kind: 4, order: 1 });
    expect(retainerIssues(again, { ...world, orders: [order] })).toEqual([]);
  });
});
