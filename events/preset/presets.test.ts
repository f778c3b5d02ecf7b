import { describe, expect, test } from 'vitest';
import { limits } from '../case/limits.ts';
import { isRefusal } from '../errors.ts';
import type { PresetEvent } from './events.ts';
import { presetNameKey } from './preset.ts';
import { addPreset, changePreset, evolvePresets, noPresets, type Presets, removePreset } from './presets.ts';

const after = (...events: PresetEvent[]): Presets =>
  events.reduce((state, e, revision) => evolvePresets(state, { ...e, revision }), noPresets);

const ctx = (presetId: string) => ({ personId: 'li', presetId, reserved: ['Non-extraction', '不拔牙'] });
const plain = { arch: 'both' } as const;
const preset = (name: string, more: object = {}) => ({ name, prescription: plain, ...more });
const added = (id: string, name: string, prescription = {}, extract: number[] = []): PresetEvent => ({
  type: 'PresetAdded',
  data: { personId: 'li', presetId: id },
  personal: { name, prescription: { ...plain, ...prescription }, extract },
});
const many = (count: number) =>
  after(...Array.from({ length: count }, (_, i) => added(`p${i}`, `Preset ${i}`)));

/** Returns the refusal's name and its issues. */
function refused(run: () => PresetEvent[]): string {
  try {
    return `events: ${run().length}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.refusal, ...(error.data?.issues ?? []).map(i => `${i.path} ${i.issue}`)].join(', ');
  }
}

describe('adding a preset', () => {
  test('keeps the trimmed name, the answers and the teeth', () => {
    const input = preset('  Expansion ', { prescription: { extraction: 'yes' }, extract: [15, 25] });
    expect(addPreset(noPresets, input, ctx('a'))).toEqual([
      {
        type: 'PresetAdded',
        data: { personId: 'li', presetId: 'a' },
        personal: { name: 'Expansion', prescription: { extraction: 'yes' }, extract: [15, 25] },
      },
    ]);
  });

  test.each([
    [{}, 'name required, prescription required'],
    [preset(''), 'name blank'],
    [preset(' \u3000 '), 'name blank'],
    [preset('x'.repeat(limits.presetNameMax + 1)), 'name too-long'],
    [preset('two\nlines'), 'name control-characters'],
    [preset('A', { prescription: {} }), 'prescription preset-empty'],
    [preset('A', { prescription: { crowdingRelief: [] } }), 'prescription preset-empty'],
    [preset('A', { prescription: { step: 0.3 } }), 'prescription.step not-a-choice'],
    [preset('A', { prescription: { ...plain, method: 2 } }), 'prescription.method unknown-field'],
    [preset('A', { prescription: { ...plain, preset: 'B' } }), 'prescription.preset unknown-field'],
    [preset('A', { extract: [14] }), 'extract extract-without-extraction'],
    [preset('A', { prescription: { extraction: 'yes' }, extract: [19] }), 'extract.0 tooth-unknown'],
    [preset('A', { prescription: { extraction: 'yes' }, extract: [14, 14] }), 'extract repeated'],
    [preset('A', { locked: true }), 'locked unknown-field'],
    [
      preset('A', {
        prescription: {
          attachmentTypes: ['rotation', 'ellipsoid', 'root-control', 'beveled-retention'],
        },
      }),
      'prescription.attachmentTypes too-many',
    ],
  ])('refuses %o', (input, issues) => {
    expect(refused(() => addPreset(noPresets, input, ctx('a')))).toBe(`badInput, ${issues}`);
  });

  test.each(['expansion', ' EXPANSION  ', 'Ｅxpansion', 'Expan\u200bsion'])(
    'refuses the name %s if Expansion exists',
    name => {
      const state = after(added('a', 'Expansion'));
      expect(refused(() => addPreset(state, preset(name), ctx('b')))).toBe('badInput, name taken');
    },
  );

  test.each(['non-extraction', 'NON-EXTRACTION', '不拔牙', 'extraction-u4-l5'])(
    'refuses the name %s of a built-in preset',
    name => {
      expect(refused(() => addPreset(noPresets, preset(name), ctx('a')))).toBe('badInput, name taken');
    },
  );

  test('accepts the twentieth preset and refuses the next one', () => {
    expect(refused(() => addPreset(many(limits.presets - 1), preset('New'), ctx('n')))).toBe('events: 1');
    expect(refused(() => addPreset(many(limits.presets), preset('New'), ctx('n')))).toBe(
      'badInput,  preset-limit',
    );
  });
});

describe('changing a preset', () => {
  const state = after(added('a', 'Expansion'), added('b', 'Strong', { extraction: 'yes' }, [14, 24]));

  test('keeps the fields that the input omits', () => {
    expect(changePreset(state, { name: 'Gentle' }, ctx('b'))).toMatchObject([
      { type: 'PresetChanged', personal: { name: 'Gentle', extract: [14, 24] } },
    ]);
    expect(changePreset(state, { prescription: { step: 0.15 } }, ctx('a'))).toMatchObject([
      { personal: { name: 'Expansion', prescription: { step: 0.15 }, extract: [] } },
    ]);
  });

  test('accepts the preset’s own name in other capitals', () => {
    expect(refused(() => changePreset(state, { name: 'EXPANSION' }, ctx('a')))).toBe('events: 1');
    expect(refused(() => changePreset(state, { name: 'strong' }, ctx('a')))).toBe('badInput, name taken');
  });

  test('refuses teeth to extract without the answer "extraction: yes"', () => {
    const change = { prescription: { extraction: 'no' } };
    expect(refused(() => changePreset(state, change, ctx('b')))).toBe(
      'badInput, extract extract-without-extraction',
    );
    expect(refused(() => changePreset(state, { ...change, extract: [] }, ctx('b')))).toBe('events: 1');
  });

  test('refuses an unknown or built-in preset before it validates the input', () => {
    expect(refused(() => changePreset(state, { name: '' }, ctx('z')))).toBe('notFound');
    expect(refused(() => changePreset(state, { name: '' }, ctx('non-extraction')))).toBe('notPermitted');
  });
});

describe('removing a preset', () => {
  const state = after(added('a', 'Expansion'), added('b', 'Strong'));
  test('frees its name', () => {
    const [gone] = removePreset(state, ctx('a'));
    expect(gone).toEqual({ type: 'PresetRemoved', data: { personId: 'li', presetId: 'a' } });
    const left = gone ? evolvePresets(state, { ...gone, revision: 2 }) : state;
    expect(left.list.map(p => p.id)).toEqual(['b']);
    expect(refused(() => addPreset(left, preset('Expansion'), ctx('c')))).toBe('events: 1');
  });
  test('refuses an unknown or built-in preset', () => {
    expect(refused(() => removePreset(state, ctx('z')))).toBe('notFound');
    expect(refused(() => removePreset(state, ctx('extraction-u4-l5')))).toBe('notPermitted');
  });
});

test('presets ignore a repeated event', () => {
  const state = after(added('a', 'Expansion'));
  expect(evolvePresets(state, { ...added('a', 'Expansion'), revision: 0 })).toBe(state);
});

test('preset names are compared without case, width and extra blanks', () => {
  expect(presetNameKey(' Straße  ４ ')).toBe(presetNameKey('STRASSE 4'));
  expect(presetNameKey('拔牙')).not.toBe(presetNameKey('不拔牙'));
});
