/** Prescription presets: built-in ones and a doctor's own. */
import type * as z from 'zod/mini';
import { builtinNames, builtinPresets } from '#events/preset/builtin.ts';
import { newPresetInputSchema, presetChangeInputSchema } from '#events/preset/preset.ts';
import {
  addPreset,
  changePreset,
  type PresetContext,
  presetFold,
  removePreset,
} from '#events/preset/presets.ts';
import { defineBody } from '../http/body.ts';
import { type Dictionaries, type Lang, languages } from '../i18n/dictionaries.ts';
import type { ApiDeps } from './deps.ts';
import type { RunIdempotently } from './idempotency.ts';
import { type ListItemRef, pageOfList, personalListRoutes } from './personal-list-routes.ts';
import type { Route } from './route.ts';

const nameOf = (words: Dictionaries, lang: Lang, name: string) =>
  words.find(lang, `wizard:preset.${name}`) ?? name;

const example: z.input<typeof newPresetInputSchema> = {
  name: 'Expansion, small steps',
  prescription: {
    arch: 'both',
    extraction: 'no',
    crowdingRelief: ['expansion', 'ipr'],
    ipr: 'yes',
    step: 0.15,
  },
};

const byName = new Intl.Collator(['zh-CN', 'en'], { numeric: true });

export function presetRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { words } = deps;
  const reserved = languages.flatMap(lang => builtinNames.map(name => nameOf(words, lang, name)));
  const ctx = ({ personId, id }: ListItemRef): PresetContext => ({ personId, presetId: id, reserved });
  return personalListRoutes(deps, once, {
    path: '/api/presets',
    rights: ['PreferenceSet'],
    summaries: {
      list: 'Preference presets, first those that everybody has (`locked`).',
      add: 'Keeps a preset.',
      change: 'Changes a preset.',
      remove: 'Lets a preset go; cases that started from it keep their answers.',
    },
    kind: presetFold,
    items: ({ list }, c) => [
      ...builtinNames.map(id => ({
        id: id as string,
        name: nameOf(words, c.get('lang'), id),
        ...builtinPresets[id],
        locked: true,
      })),
      ...list
        .toSorted((a, b) => byName.compare(a.name, b.name))
        .map(preset => ({ ...preset, locked: false })),
    ],
    page: pageOfList,
    add: {
      ...defineBody(newPresetInputSchema, example),
      decide: (state, input, which) => addPreset(state, input, ctx(which)),
    },
    change: {
      ...defineBody(presetChangeInputSchema, { name: 'Expansion, the smallest steps' }),
      decide: (state, input, which) => changePreset(state, input, ctx(which)),
    },
    remove: (state, which) => removePreset(state, ctx(which)),
  });
}
