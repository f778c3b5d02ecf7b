import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import en from '#web/i18n/en/tooth.json' with { type: 'json' };
import zh from '#web/i18n/zh-CN/tooth.json' with { type: 'json' };
import { contactKeys, type Fdi, TEETH } from './fdi.ts';
import * as m from './marks.ts';
import { marksSchema } from './schema.ts';

const tooth = fc.constantFrom(...TEETH);
const tool = fc.constantFrom<m.ToothTool>(...m.TOOTH_MARKS, 'erase');
const step = fc.oneof(
  fc.record({ tool, tooth }),
  fc.record({ contact: fc.nat(29), mm: fc.constantFrom(undefined, ...m.IPR_AMOUNTS) }),
);

/** Marks after a random sequence of tool uses. Refused uses change nothing. */
const drawn = fc.array(step, { maxLength: 40 }).map(steps =>
  steps.reduce<m.Marks>((marks, use) => {
    if ('tool' in use) {
      const outcome = m.toggleMark(marks, use.tool, use.tooth);
      return outcome.ok ? outcome.marks : marks;
    }
    const open = m.contactsForIpr(marks);
    const contact = open[use.contact % open.length];
    const outcome = contact === undefined ? undefined : m.setIpr(marks, contact, use.mm);
    return outcome?.ok ? outcome.marks : marks;
  }, m.createEmptyMarks()),
);

const made = (patch: Partial<m.Marks>): m.Marks => ({ ...m.createEmptyMarks(), ...patch });
const reasonOf = (outcome: m.MarkOutcome) => (outcome.ok ? undefined : outcome.conflict.reason);

describe('marking a tooth', () => {
  test('with the same tool twice removes the mark', () => {
    const once = m.toggleMark(m.createEmptyMarks(), 'noMove', 16);
    expect(once).toEqual({ ok: true, marks: made({ noMove: [16] }) });
    expect(m.toggleMark(made({ noMove: [16] }), 'noMove', 16)).toEqual({
      ok: true,
      marks: m.createEmptyMarks(),
    });
  });

  test('allows no-move with no-attachment; erase removes both', () => {
    const both = made({ noMove: [16], noAttachment: [16] });
    expect(m.markConflicts(both)).toEqual([]);
    expect(m.setMark(both, 'erase', 16, true)).toEqual({ ok: true, marks: m.createEmptyMarks() });
  });

  test.each<[m.Marks, m.ToothTool, Fdi, m.MarkConflictReason]>([
    [made({ extract: [14] }), 'noMove', 14, 'extractAndNoMove'],
    [made({ noMove: [14] }), 'extract', 14, 'extractAndNoMove'],
    [made({ noAttachment: [14] }), 'extract', 14, 'extractAndNoAttachment'],
    [made({ missing: [18] }), 'extract', 18, 'extractAndMissing'],
    [made({ missing: [18] }), 'noMove', 18, 'missingAndNoMove'],
    [made({ missing: [18] }), 'noAttachment', 18, 'missingAndNoAttachment'],
    [made({ ipr: [{ contact: '15-14', mm: 0.2 }] }), 'extract', 14, 'extractAndIpr'],
    [made({ ipr: [{ contact: '15-14', mm: 0.2 }] }), 'missing', 15, 'missingAndIpr'],
    // Without the extraction of 14, the IPR would be between teeth that do not touch.
    [made({ extract: [14], ipr: [{ contact: '15-13' }] }), 'erase', 14, 'iprNotNeighbours'],
  ])('with marks %o refuses %s on %i: %s', (marks, use, code, reason) => {
    expect(reasonOf(m.toggleMark(marks, use, code))).toBe(reason);
  });

  test.each<[m.ToothMark]>([['extract'], ['missing']])(
    'as %s allows reserved space, for an implant',
    kind => {
      const marks = made({ [kind]: [12] });
      const both = made({ [kind]: [12], reserveSpace: [12] });
      expect(m.toggleMark(marks, 'reserveSpace', 12)).toEqual({ ok: true, marks: both });
      expect(m.toggleMark(made({ reserveSpace: [12] }), kind, 12)).toEqual({ ok: true, marks: both });
      expect(m.markConflicts(both)).toEqual([]);
      // Overriding a contradiction keeps the reserved space.
      expect(m.setMarkRemovingConflicts(made({ noMove: [12], reserveSpace: [12] }), kind, 12)).toEqual(both);
    },
  );

  test('is possible despite an old contradiction on another tooth', () => {
    const old = made({ extract: [14], noMove: [14] });
    expect(m.toggleMark(old, 'extract', 24)).toMatchObject({ ok: true, marks: { extract: [14, 24] } });
  });

  test('in a range marks the possible teeth and reports the refused ones', () => {
    const { marks, refused } = m.setMarks(made({ missing: [12] }), 'noMove', [13, 12, 11], true);
    expect(marks.noMove).toEqual([13, 11]);
    expect(refused).toEqual([{ reason: 'missingAndNoMove', tooth: 12 }]);
  });
});

describe('IPR', () => {
  test('is kept in screen order, with or without an amount', () => {
    const first = m.setIpr(m.createEmptyMarks(), '41-31', 0.3);
    const second = m.setIpr(first.ok ? first.marks : m.createEmptyMarks(), '11-21', undefined);
    expect(second).toEqual({
      ok: true,
      marks: made({ ipr: [{ contact: '11-21' }, { contact: '41-31', mm: 0.3 }] }),
    });
    expect(m.setIpr(made({ ipr: [{ contact: '11-21' }] }), '11-21', false)).toEqual({
      ok: true,
      marks: m.createEmptyMarks(),
    });
  });

  test('needs neighbouring teeth', () => {
    expect(reasonOf(m.setIpr(m.createEmptyMarks(), '15-13', 0.2))).toBe('iprNotNeighbours');
    expect(reasonOf(m.setIpr(made({ extract: [14] }), '15-14', 0.2))).toBe('extractAndIpr');
    expect(m.setIpr(made({ extract: [14] }), '15-13', 0.2).ok).toBe(true);
    expect(m.markConflicts(made({ ipr: [{ contact: 'x' }] }))).toEqual([
      { reason: 'iprNotNeighbours', contact: 'x' },
    ]);
  });

  test('has amounts in tenths, up to 0.5 mm between front teeth and 0.6 mm behind', () => {
    const front = [0.1, 0.2, 0.3, 0.4, 0.5];
    expect(['13-12', '11-21', '42-31'].map(contact => m.iprAmountsToOffer(contact))).toEqual([
      front,
      front,
      front,
    ]);
    expect(['14-13', '36-37'].map(contact => m.iprAmountsToOffer(contact))).toEqual([
      m.IPR_AMOUNTS,
      m.IPR_AMOUNTS,
    ]);
    expect(m.iprAmountsToOffer('11-21', 0.6)).toEqual([...front, 0.6]);
  });

  test('twice at one contact is a contradiction', () => {
    const twice = made({ ipr: [{ contact: '11-21' }, { contact: '11-21', mm: 0.2 }] });
    expect(m.markConflicts(twice)).toEqual([{ reason: 'iprTwice', tooth: 11, contact: '11-21' }]);
  });
});

test('attachments contradict extraction, absence and “no attachment”', () => {
  const marks = made({ extract: [14], missing: [18], noAttachment: [11] });
  expect(m.markConflicts(marks, [14, 18, 11, 13]).map(conflict => conflict.reason)).toEqual([
    'extractAndAttachment',
    'missingAndAttachment',
    'noAttachmentAndAttachment',
  ]);
});

describe('any sequence of marks', () => {
  test('is free of contradictions and valid by the schema', () => {
    fc.assert(
      fc.property(drawn, marks => {
        expect(m.markConflicts(marks)).toEqual([]);
        expect(marksSchema.parse(JSON.parse(JSON.stringify(marks)))).toEqual(marks);
      }),
    );
  });

  test('is restored by toggling twice, and never mutated', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom(...m.TOOTH_MARKS), tooth, (marks, kind, code) => {
        const copy = structuredClone(marks);
        const once = m.toggleMark(marks, kind, code);
        if (once.ok) {
          const twice = m.toggleMark(once.marks, kind, code);
          expect(twice).toEqual({ ok: true, marks });
        }
        expect(marks).toEqual(copy);
      }),
    );
  });

  test('can be overridden with a mark, without contradictions', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom(...m.TOOTH_MARKS), tooth, (marks, kind, code) => {
        const after = m.setMarkRemovingConflicts(marks, kind, code);
        expect(after[kind]).toContain(code);
        expect(m.markConflicts(after)).toEqual([]);
      }),
    );
  });

  test('is described completely in both languages', () => {
    fc.assert(
      fc.property(drawn, marks => {
        for (const words of [en.sentence, zh.sentence]) {
          const said = m.sentence(marks, words);
          expect(said).not.toContain('{{');
          for (const code of m.TOOTH_MARKS.flatMap(kind => marks[kind])) expect(said).toContain(String(code));
          for (const ipr of marks.ipr) expect(said).toContain(ipr.contact.replace('-', '/'));
          expect(said === words.none).toBe(m.isUnmarked(marks));
        }
      }),
    );
  });
});

describe('the sentence about marks', () => {
  const marks = made({ extract: [24, 14], ipr: [{ contact: '11-21', mm: 0.2 }] });
  test('exists in English and Chinese', () => {
    expect(m.sentence(marks, en.sentence)).toBe('Extract 14, 24. IPR 11/21 0.2 mm.');
    expect(m.sentence(marks, zh.sentence)).toBe('拔除 14、24。邻面去釉 11/21 0.2 mm。');
  });

  test('states that no tooth is marked', () => {
    expect(m.sentence(m.createEmptyMarks(), en.sentence)).toBe('No tooth is marked.');
    expect(m.sentence(m.createEmptyMarks(), zh.sentence)).toBe('未标记任何牙位。');
  });

  test('groups IPR amounts and sums them without floating-point error', () => {
    const ipr = [
      { contact: '41-31', mm: 0.1 },
      { contact: '42-41', mm: 0.1 },
      { contact: '31-32', mm: 0.2 },
      { contact: '32-33' },
    ];
    expect(m.sentence(made({ ipr }), en.sentence)).toBe(
      'IPR 42/41, 41/31 0.1 mm each, 31/32 0.2 mm, 32/33 amount open: 0.4 mm in all.',
    );
    expect(m.sentence(made({ ipr: [{ contact: '11-21' }] }), zh.sentence)).toBe('邻面去釉 11/21。');
  });
});

test('the schema refuses invalid marks', () => {
  const ok = m.createEmptyMarks();
  const bad = [
    { ...ok, extract: [19] },
    { ...ok, extract: [14, 14] },
    { ...ok, ipr: [{ contact: '21-11' }] },
    { ...ok, ipr: [{ contact: '11-21', mm: 2 }] },
    { ...ok, other: [] },
  ];
  expect(bad.map(value => marksSchema.safeParse(value).success)).toEqual(bad.map(() => false));
  expect(contactKeys().every(contact => marksSchema.safeParse({ ...ok, ipr: [{ contact }] }).success)).toBe(
    true,
  );
});
