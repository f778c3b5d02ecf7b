/** The fold of a doctor's presets, on which unique names and the limit are decided. Pure. */
import { limits } from '../case/limits.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import { isBuiltin } from './builtin.ts';
import { type PresetEvent, presetStreamOf } from './events.ts';
import {
  newPresetInputSchema,
  type Preset,
  type PresetContent,
  presetChangeInputSchema,
  presetNameKey,
} from './preset.ts';

/** `list` is in the order of creation. */
export type Presets = { revision: number; list: readonly Preset[] };

export const noPresets: Presets = { revision: -1, list: [] };

function apply(list: readonly Preset[], e: PresetEvent): readonly Preset[] {
  const { presetId: id } = e.data;
  switch (e.type) {
    case 'PresetAdded':
      return [...list, { id, ...e.personal }];
    case 'PresetChanged':
      return list.map(preset => (preset.id === id ? { id, ...e.personal } : preset));
    case 'PresetRemoved':
      return list.filter(preset => preset.id !== id);
    default:
      return e satisfies never;
  }
}

/** Returns the presets after an event. Ignores events that they already hold. */
export function evolvePresets(state: Presets, e: PresetEvent & { revision: number }): Presets {
  return e.revision <= state.revision ? state : { revision: e.revision, list: apply(state.list, e) };
}

/** The stream of a doctor's presets and its fold. */
export const presetFold = {
  kind: 'presets',
  streamOf: presetStreamOf,
  empty: noPresets,
  evolve: evolvePresets,
} as const;

export type PresetContext = {
  personId: string;
  /** Id of the created or changed preset. */
  presetId: string;
  /** Names of the built-in presets in every language; no other preset may use them. */
  reserved: readonly string[];
};

/** True if another preset or a built-in one has this name. */
export function isPresetNameTaken(
  list: readonly Preset[],
  name: string,
  { presetId, reserved }: Pick<PresetContext, 'presetId' | 'reserved'>,
): boolean {
  const others = list.filter(preset => preset.id !== presetId).map(preset => preset.name);
  const wanted = presetNameKey(name);
  return isBuiltin(wanted) || [...others, ...reserved].some(other => presetNameKey(other) === wanted);
}

/**
 * Validates a preset's name and its teeth to extract.
 * @throws Refusal badInput if the name is taken, or teeth are listed without the answer `yes` to extraction
 */
function checked({ list }: Presets, content: PresetContent, ctx: PresetContext): PresetContent {
  if (isPresetNameTaken(list, content.name, ctx)) throw badField('name', 'taken');
  if (content.extract.length > 0 && content.prescription.extraction !== 'yes')
    throw badField('extract', 'extract-without-extraction');
  return content;
}

/**
 * Returns a doctor's own preset by id.
 * @throws Refusal notPermitted for a built-in preset, notFound for an unknown one
 */
function known({ list }: Presets, id: string): Preset {
  const preset = list.find(one => one.id === id);
  if (preset) return preset;
  throw new Refusal(isBuiltin(id) ? 'notPermitted' : 'notFound');
}

/** Adds a preset. Rethrows `input` if it is the refusal of an unreadable body. @throws Refusal badInput */
export function addPreset(state: Presets, input: unknown, ctx: PresetContext): PresetEvent[] {
  const { name, prescription, extract = [] } = parse(newPresetInputSchema, input);
  if (state.list.length >= limits.presets) throw badField('', 'preset-limit', { max: limits.presets });
  const personal = checked(state, { name, prescription, extract }, ctx);
  const { personId, presetId } = ctx;
  return [{ type: 'PresetAdded', data: { personId, presetId }, personal: { ...personal, extract } }];
}

/** Changes a preset. `input` as for `addPreset`. @throws Refusal notFound, notPermitted, badInput */
export function changePreset(state: Presets, input: unknown, ctx: PresetContext): PresetEvent[] {
  const { id: presetId, ...before } = known(state, ctx.presetId);
  const { name, prescription, extract } = checked(
    state,
    { ...before, ...parse(presetChangeInputSchema, input) },
    ctx,
  );
  const personal = { name, prescription, extract: [...extract] };
  return [{ type: 'PresetChanged', data: { personId: ctx.personId, presetId }, personal }];
}

/** Removes a preset. @throws Refusal notFound, notPermitted */
export function removePreset(state: Presets, { personId, presetId }: PresetContext): PresetEvent[] {
  return [{ type: 'PresetRemoved', data: { personId, presetId: known(state, presetId).id } }];
}
