/** Events of a doctor's presets, `presets-<person>`. Typed content is sealed under that person's key. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import type { PresetAnswers } from './preset.ts';

/** Schema of recorded content. Accepts any object, because today's input schema does not apply to old events. */
const saved = z.custom<PresetAnswers>(v => typeof v === 'object' && v !== null && !Array.isArray(v));
const content = z.object({ name: z.string(), prescription: saved, extract: z.array(z.number()) });
const unknown = { name: '', prescription: {}, extract: [] };

const which = z.object({ personId: z.string(), presetId: z.string() });

export const presetEvents = defineEvents({
  PresetAdded: { reaches: [], data: which, personal: content, erased: unknown },
  PresetChanged: { reaches: [], data: which, personal: content, erased: unknown },
  PresetRemoved: { reaches: [], data: which },
});

export type PresetEvent = EventsOf<typeof presetEvents>;

export const presetStreamOf = (personId: string) => `presets-${personId}`;
