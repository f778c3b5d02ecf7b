/** The state of a retainer form, its errors and its payload. Pure. */
import { limits } from '#events/case/limits.ts';
import type { Option } from '#events/case/options.ts';
import { type DeliveryAddress, deliveryAddressSchema } from '#events/case/sections.ts';
import type { Issue } from '#events/errors.ts';
import { findIssues } from '#events/parse.ts';
import { archesByOrderKey } from '#events/retainer/retainer.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import type { RetainerItem } from '#projections/case/follow-up.ts';
import type { CaseView } from '#projections/case/view.ts';
import { addressLine } from '#web/features/address/delivery-copy.ts';

export const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

export type RetainerBasisDraft = {
  kind: Option<'retainerBasis'> | null;
  stage: number | null;
  order: number | null;
  fileId: string | null;
};

export type RetainerDraft = Record<Arch, RetainerBasisDraft> & {
  type: Option<'retainerType'> | null;
  arch: Option<'retainerArch'> | null;
  pontic: boolean;
  pontics: readonly Fdi[];
  fixed: Option<'retainerFixed'>;
  quantity: number | null;
  /** The chosen address; null while a new one is typed. */
  address: string | null;
  other: Partial<DeliveryAddress>;
  note: string;
};

/** Facts of the case that limit an order. */
export type RetainerOrderFacts = {
  /** Stages of the newest plan. */
  stages: Record<Arch, number>;
  orders: readonly Pick<RetainerItem, 'retainer' | Arch>[];
};

export const retainerOrderFacts = ({
  header,
  retainers,
}: Pick<CaseView, 'header' | 'retainers'>): RetainerOrderFacts => ({
  stages: header.stages ?? { upper: 0, lower: 0 },
  orders: retainers,
});

/** Earlier orders that included this arch. */
export const earlierOrdersWithArch = (world: RetainerOrderFacts, arch: Arch) =>
  world.orders.filter(order => order[arch] !== null);
export const orderedArches = (draft: RetainerDraft): readonly Arch[] =>
  draft.arch === null ? [] : archesByOrderKey[draft.arch];

const noBasis: RetainerBasisDraft = { kind: null, stage: null, order: null, fileId: null };
const lastStage = (stages: number): RetainerBasisDraft => (stages > 0 ? { ...noBasis, kind: 2 } : noBasis);

/** A scan uploaded with an order belongs to that order: the new order refers to the old order instead. */
function basisAgain(order: RetainerItem, arch: Arch): RetainerBasisDraft {
  const before = order[arch];
  if (!before) return noBasis;
  const sentWithIt = before.kind === 5 && order.files.some(file => file.id === before.fileId);
  return sentWithIt ? { ...noBasis, kind: 4, order: order.retainer } : { ...noBasis, ...before };
}

function draftAgain(order: RetainerItem): RetainerDraft {
  const { type, arch, fixed, quantity, pontics, address } = order;
  const bases = { upper: basisAgain(order, 'upper'), lower: basisAgain(order, 'lower') };
  const rest = { pontic: pontics.length > 0, other: {}, note: order.note ?? '' };
  return { type, arch, fixed, quantity, pontics, address, ...bases, ...rest };
}

/** The arches that the plan moved. */
const archMoved = ({ upper, lower }: RetainerOrderFacts['stages']): RetainerDraft['arch'] =>
  upper > 0 && lower > 0 ? 2 : upper > 0 ? 0 : lower > 0 ? 1 : null;

type Opened = Pick<CaseView, 'header' | 'retainers' | 'completion' | 'sections'>;

/**
 * The initial form: a copy of the repeated order; after a completion with a retainer, a post-operative one on
 * the last stage; otherwise clinical decisions are open. @param usual the doctor's usual address, for a case
 * without one
 */
export function initialRetainerDraft(
  view: Opened,
  again?: number,
  usual: string | null = null,
): RetainerDraft {
  const order = view.retainers.find(one => one.retainer === again);
  if (order) return draftAgain(order);
  const { stages } = retainerOrderFacts(view);
  const wanted = view.completion?.retainer === true;
  const own = view.sections.data?.deliveryAddress;
  return {
    type: wanted ? 3 : null,
    arch: wanted ? archMoved(stages) : null,
    upper: wanted ? lastStage(stages.upper) : noBasis,
    lower: wanted ? lastStage(stages.lower) : noBasis,
    pontic: false,
    pontics: [],
    fixed: 0,
    quantity: 1,
    address: own ? addressLine(own) : usual,
    other: {},
    note: '',
  };
}

function basisIssues(arch: Arch, basis: RetainerBasisDraft, world: RetainerOrderFacts): Issue[] {
  const { kind, stage, order, fileId } = basis;
  const last = world.stages[arch];
  if (kind === null) return [{ path: `${arch}.kind`, issue: 'required' }];
  if (kind === 2 && last === 0) return [{ path: `${arch}.kind`, issue: 'arch-has-no-stages' }];
  if (kind === 3 && stage === null) return [{ path: `${arch}.stage`, issue: 'required' }];
  if (kind === 3 && stage !== null && stage > last)
    return [{ path: `${arch}.stage`, issue: 'stages-past-end', values: { last } }];
  if (kind === 4 && order === null) return [{ path: `${arch}.order`, issue: 'required' }];
  if (kind === 4 && !earlierOrdersWithArch(world, arch).some(one => one.retainer === order))
    return [{ path: `${arch}.order`, issue: 'order-unknown' }];
  if (kind === 5 && fileId === null) return [{ path: `${arch}.fileId`, issue: 'required' }];
  return [];
}

/** Pontic teeth within the ordered arches. */
export const orderedPontics = (draft: RetainerDraft): Fdi[] =>
  draft.pontic ? draft.pontics.filter(tooth => orderedArches(draft).includes(archOf(tooth))) : [];

function quantityIssues(quantity: number | null): Issue[] {
  const [min, max] = [1, limits.retainerQuantity];
  if (quantity === null) return [{ path: 'quantity', issue: 'required' }];
  if (quantity < min) return [{ path: 'quantity', issue: 'too-small', values: { min } }];
  return quantity > max ? [{ path: 'quantity', issue: 'too-big', values: { max } }] : [];
}

/** Errors field by field in the form's order, with the API's issue codes. */
export function retainerIssues(draft: RetainerDraft, world: RetainerOrderFacts): Issue[] {
  const required = (path: 'type' | 'arch'): Issue[] =>
    draft[path] === null ? [{ path, issue: 'required' }] : [];
  return [
    ...required('type'),
    ...required('arch'),
    ...orderedArches(draft).flatMap(arch => basisIssues(arch, draft[arch], world)),
    ...(draft.pontic && orderedPontics(draft).length === 0 ? [{ path: 'pontics', issue: 'required' }] : []),
    ...quantityIssues(draft.quantity),
    ...(draft.address === null
      ? findIssues(deliveryAddressSchema, draft.other).map(i => ({ ...i, path: `address.${i.path}` }))
      : []),
  ];
}

/** Returns the fields that the kind of basis needs. */
function basisInput({ kind, stage, order, fileId }: RetainerBasisDraft) {
  if (kind === 3) return { kind, stage };
  if (kind === 4) return { kind, order };
  return kind === 5 ? { kind, fileId } : { kind };
}

/** The payload of a draft without issues. */
export function retainerPayload(draft: RetainerDraft): object {
  const { type, arch, fixed, quantity, address, other } = draft;
  const note = draft.note.trim();
  return {
    type,
    arch,
    fixed,
    quantity,
    pontics: orderedPontics(draft),
    address: address ?? addressLine(other),
    ...Object.fromEntries(orderedArches(draft).map(each => [each, basisInput(draft[each])])),
    ...(note ? { note } : {}),
  };
}
