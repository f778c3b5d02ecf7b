/**
 * Schema of the lingual prescription, a part of the prescription's section: present entries must be valid.
 */
import * as z from 'zod/mini';
import { noteSchema, optionKeySchemaFor, optionKeysSchemaFor, textSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { TEETH } from '../tooth/fdi.ts';
import { findSheetContradictions, type ToothSheet } from './codes.ts';
import { type MeasureLimits, measureSchemaFor, toothMeasures, wireTorqueLimits } from './measures.ts';
import { countWireSets, doWiresCostExtra, wireSizePattern } from './wires.ts';

const optional = z.optional;

// z.record would silently skip a key `__proto__`; an unknown field must be refused.
const perTooth = <S extends z.ZodMiniType>(value: S) =>
  z.strictObject(Object.fromEntries(TEETH.map(tooth => [String(tooth), optional(value)])));
const measuredTeeth = (of: MeasureLimits) => optional(perTooth(measureSchemaFor(of)));

/**
 * Wires of one size for one arch or both: `diameter` in inches, `quantity` 1 by default, torque in degrees.
 */
const archwire = z.strictObject({
  arch: optionKeySchemaFor('arch'),
  material: optionKeySchemaFor('wireMaterial'),
  diameter: z.string().check(z.regex(wireSizePattern, { error: 'wire-size' })),
  quantity: optional(z.int().check(z.minimum(1), z.maximum(limits.archwireQuantity))),
  extraTorque: optional(measureSchemaFor(wireTorqueLimits)),
});

/**
 * Schema of the lingual order. By tooth: codes; torque, extra torsion and tip in degrees; slice (enamel off both sides) in mm.
 * `torqueAsSetup` leaves the torque of every other tooth to the setup. `surchargeAccepted` is the doctor's
 * consent to the price of archwire sets beyond the free ones.
 */
export const lingualOrderSchema = z
  .strictObject({
    archShape: optional(optionKeySchemaFor('archShape')),
    archWidth: optional(optionKeySchemaFor('archWidth')),
    brackets: optional(perTooth(optionKeysSchemaFor('bracket'))),
    aids: optional(textSchema),
    torque: measuredTeeth(toothMeasures.torque),
    torqueAsSetup: optional(z.boolean()),
    extraTorsion: measuredTeeth(toothMeasures.extraTorsion),
    tip: measuredTeeth(toothMeasures.tip),
    slice: measuredTeeth(toothMeasures.slice),
    archwires: optional(z.array(archwire).check(z.maxLength(limits.archwires))),
    surchargeAccepted: optional(z.boolean()),
    note: optional(noteSchema),
  })
  .check(payload => {
    const { value, issues } = payload;
    for (const { field, tooth, issue, values } of findSheetContradictions(value as ToothSheet))
      issues.push({
        code: 'custom',
        message: issue,
        path: [field, String(tooth)],
        params: values,
        input: value,
      });
    const wires = value.archwires ?? [];
    if (doWiresCostExtra(wires) && value.surchargeAccepted !== true)
      issues.push({
        code: 'custom',
        message: 'surcharge-unaccepted',
        path: ['surchargeAccepted'],
        params: { free: limits.archwireSetsFree, sets: countWireSets(wires) },
        input: value,
      });
  });

export type LingualOrder = z.infer<typeof lingualOrderSchema>;
export type Archwire = z.infer<typeof archwire>;
