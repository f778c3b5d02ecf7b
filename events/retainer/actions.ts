/** Actions of a retainer order: apply, produce, deliver, receive (product-spec.md 5, lifecycle.md Retainers). */
import * as z from 'zod/mini';
import { type DecisionContext, defineAction } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import {
  distinct,
  idSchema,
  noteSchema,
  optionKeySchemaFor,
  textSchema,
  trackingNumberSchema,
} from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import type { CaseEvent } from '../case/stream.ts';
import { checkUploads } from '../case/uploads.ts';
import { badField, Refusal } from '../errors.ts';
import { latestVersion } from '../plan/plan.ts';
import { archOf } from '../tooth/fdi.ts';
import { fdiSchema, type RetainerBasis } from './events.ts';
import { archesByOrderKey, type Retainer, RetainerStatus, retainerStatus } from './retainer.ts';

const number = z.int().check(z.minimum(1), z.maximum(999));
const basisInput = z.strictObject({
  kind: optionKeySchemaFor('retainerBasis'),
  stage: z.optional(z.int().check(z.minimum(0), z.maximum(200))),
  order: z.optional(number),
  fileId: z.optional(idSchema),
});

const applyInput = z.strictObject({
  type: optionKeySchemaFor('retainerType'),
  arch: optionKeySchemaFor('retainerArch'),
  upper: z.optional(basisInput),
  lower: z.optional(basisInput),
  pontics: z.optional(z.array(fdiSchema).check(z.maxLength(32), distinct)),
  fixed: z.optional(optionKeySchemaFor('retainerFixed')),
  quantity: z.int().check(z.minimum(1), z.maximum(limits.retainerQuantity)),
  address: textSchema,
  note: z.optional(noteSchema),
});
type Apply = z.infer<typeof applyInput>;

/** Resolves the basis of one arch: 1 new impression, 2 last active stage, 3 a given stage, 4 an earlier order, 5 an STL. */
function basisOf(s: CaseState, arch: 'upper' | 'lower', given: Apply['upper']): RetainerBasis {
  if (!given) throw badField(arch, 'required');
  const last = latestVersion(s.plans)?.[`${arch}Stages`] ?? 0;
  const { kind, stage = null, order = null, fileId = null } = given;
  const empty: RetainerBasis = { kind, stage: null, order: null, fileId: null };
  if (kind === 2 && last === 0) throw badField(`${arch}.kind`, 'arch-has-no-stages');
  if (kind === 3) {
    if (stage === null) throw badField(`${arch}.stage`, 'required');
    if (stage > last) throw badField(`${arch}.stage`, 'stages-past-end', { last });
    return { ...empty, stage };
  }
  if (kind === 4) {
    if (order === null) throw badField(`${arch}.order`, 'required');
    const earlier = s.retainers.find(r => r.retainer === order);
    if (!earlier?.[arch]) throw badField(`${arch}.order`, 'order-unknown');
    return { ...empty, order };
  }
  if (kind === 5) {
    if (fileId === null) throw badField(`${arch}.fileId`, 'required');
    return { ...empty, fileId };
  }
  return empty;
}

function apply(s: CaseState, input: Apply, ctx: DecisionContext): CaseEvent[] {
  const newest = s.retainers.at(-1);
  if (newest && retainerStatus(newest) !== RetainerStatus.Signed) throw new Refusal('actionClosed');
  if (s.retainers.length >= limits.retainers)
    throw badField('quantity', 'too-many', { max: limits.retainers });
  const arches = archesByOrderKey[input.arch];
  const given = (arch: 'upper' | 'lower') => (arches.includes(arch) ? basisOf(s, arch, input[arch]) : null);
  for (const arch of ['upper', 'lower'] as const)
    if (!arches.includes(arch) && input[arch]) throw badField(arch, 'arch-not-ordered');
  const [upper, lower] = [given('upper'), given('lower')];
  const wanted = [upper, lower].flatMap(basis => basis?.fileId ?? []);
  // Accepts a scan that is a file of the case, or was uploaded for this order.
  const own = s.files.filter(file => wanted.includes(file.id) && file.kind === 'stl');
  const fresh = wanted.filter(fileId => !own.some(file => file.id === fileId));
  const taken = checkUploads(ctx, 'files', [...new Set(fresh)], ['stl']);
  const pontics = input.pontics ?? [];
  for (const [i, tooth] of pontics.entries())
    if (!arches.includes(archOf(tooth))) throw badField(`pontics.${i}`, 'arch-not-ordered');
  const { type, arch, fixed = 0, quantity, address, note: said } = input;
  const data = { retainer: s.retainers.length + 1, type, arch, upper, lower, pontics, fixed, quantity };
  return [
    {
      type: 'RetainerApplied',
      data: { ...data, files: taken.files },
      personal: { names: taken.names, address, note: said },
    },
  ];
}

/**
 * Returns a retainer order at the required status.
 * @throws Refusal notFound if the case has no such order, actionClosed at another status
 */
function orderAt(s: CaseState, retainer: number, status: RetainerStatus): Retainer {
  const found = s.retainers.find(order => order.retainer === retainer);
  if (!found) throw new Refusal('notFound');
  if (retainerStatus(found) !== status) throw new Refusal('actionClosed');
  return found;
}

const numbered = z.strictObject({ retainer: number });

export const retainerActions = {
  applyRetainer: defineAction({
    input: applyInput,
    example: {
      type: 3 as const,
      arch: 2 as const,
      upper: { kind: 1 as const },
      lower: { kind: 1 as const },
      quantity: 1,
      address: '上海市静安区南京西路 1266 号',
    },
    emit: apply,
  }),
  produceRetainer: defineAction({
    input: numbered,
    example: { retainer: 1 },
    emit: (s, { retainer }) => [
      {
        type: 'RetainerProduced',
        data: { retainer: orderAt(s, retainer, RetainerStatus.ToProduce).retainer },
      },
    ],
  }),
  deliverRetainer: defineAction({
    input: z.strictObject({
      retainer: number,
      courier: optionKeySchemaFor('courier'),
      trackingNumber: trackingNumberSchema,
    }),
    example: { retainer: 1, courier: 2 as const, trackingNumber: 'EMS123456789' },
    emit: (s, input) => [
      {
        type: 'RetainerDelivered',
        data: { ...input, retainer: orderAt(s, input.retainer, RetainerStatus.ReadyToDeliver).retainer },
      },
    ],
  }),
  receiveRetainer: defineAction({
    input: numbered,
    example: { retainer: 1 },
    emit: (s, { retainer }) => [
      {
        type: 'RetainerReceived',
        data: { retainer: orderAt(s, retainer, RetainerStatus.ToReceive).retainer },
      },
    ],
  }),
};
