/** An attacker who adds up and subtracts all shown answers, at one position. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import { hiddenOfOrganisation } from './small-organisations.ts';

const k = 5;
type Leaf = { org: string; method: number; product_type: number; preset: string; cases_of_org: number };
type Chosen = { method: number | null; productType: number | null; preset: string | null };

const isShown = (rows: readonly Leaf[], org: string, { preset, ...filters }: Chosen): boolean => {
  const hidden = hiddenOfOrganisation(
    rows,
    { org, ...filters },
    {
      ...{ split: preset === null ? null : 'preset', k },
    },
  );
  return !(preset === null ? hidden.isWhole : hidden.hidesGroup(preset));
};

const isOf = (chosen: Chosen) => (row: Leaf) =>
  (chosen.method === null || row.method === chosen.method) &&
  (chosen.productType === null || row.product_type === chosen.productType) &&
  (chosen.preset === null || row.preset === chosen.preset);

/** One vector for each part of a sum. */
const unitsOf = (of: readonly number[]) =>
  of.flatMap((part, at) => (part === 0 ? [] : [of.map((_, i) => (i === at ? 1 : 0))]));

/** Whether `wanted` is a sum of multiples of the known rows, by Gaussian elimination. */
function follows(known: readonly (readonly number[])[], wanted: readonly number[]): boolean {
  const reduced: { pivot: number; row: number[] }[] = [];
  const reduce = (vector: readonly number[]) => {
    let left = [...vector];
    for (const { pivot, row } of reduced) {
      const factor = left[pivot] ?? 0;
      if (factor !== 0) left = left.map((value, i) => value - factor * (row[i] ?? 0));
    }
    return left;
  };
  for (const vector of known) {
    const left = reduce(vector);
    const pivot = left.findIndex(value => Math.abs(value) > 1e-9);
    if (pivot < 0) continue;
    const by = left[pivot] ?? 1;
    reduced.push({ pivot, row: left.map(value => value / by) });
  }
  return reduce(wanted).every(value => Math.abs(value) < 1e-6);
}

/** Small counts of organisations that follow from all shown answers about these filters and groups. @param rows also without cases */
function leaksOf(rows: readonly Leaf[], choices: readonly Chosen[]): string[] {
  const orgs = [...new Set(rows.map(({ org }) => org))];
  const counted = rows.filter(row => row.cases_of_org > 0);
  const cells = orgs.flatMap(org =>
    choices.map(chosen => {
      const of = rows.map(row => (row.org === org && isOf(chosen)(row) ? 1 : 0));
      const count = rows.reduce((sum, row, i) => sum + (of[i] ?? 0) * row.cases_of_org, 0);
      return { org, chosen, of, count, shown: isShown(counted, org, chosen) };
    }),
  );
  const together = choices.map(chosen => rows.map(row => (isOf(chosen)(row) ? 1 : 0)));
  const shown = cells.filter(cell => cell.shown).map(({ of, count }) => ({ of, count }));
  const all = together.map(of => ({
    of,
    count: rows.reduce((sum, row, i) => sum + (of[i] ?? 0) * row.cases_of_org, 0),
  }));
  // Of a sum without cases, every part has none.
  const empty = [...shown, ...all].filter(({ count }) => count === 0).flatMap(({ of }) => unitsOf(of));
  const known = [...[...shown, ...all].map(({ of }) => of), ...empty];
  return cells
    .filter(({ count }) => count > 0 && count < k)
    .filter(({ of }) => follows(known, of))
    .map(({ org, chosen, count }) => `${org} ${JSON.stringify(chosen)}: ${count}`);
}

const leaf = (org: string, method: number, preset: string, cases_of_org: number): Leaf => ({
  ...{ org, method, product_type: 1, preset, cases_of_org },
});
const choicesOf = (methods: (number | null)[], types: (number | null)[], presets: (string | null)[]) =>
  methods.flatMap(method =>
    types.flatMap(productType => presets.map(preset => ({ method, productType, preset }))),
  );

describe('the small counts of organisations', () => {
  it('do not follow from a split and the same split under a filter', () => {
    const rows = [
      ...[leaf('a', 1, 'x', 2), leaf('a', 1, 'y', 20), leaf('b', 1, 'x', 10), leaf('b', 1, 'y', 20)],
      ...[leaf('c', 1, 'x', 6), leaf('c', 2, 'x', 5), leaf('c', 1, 'y', 20)],
    ];
    expect(leaksOf(rows, choicesOf([null, 1, 2], [null], [null, 'x', 'y']))).toEqual([]);
  });

  it('do not follow from any answers of random organisations', () => {
    const random = createRandom(7);
    for (let round = 0; round < 60; round++) {
      // In a third of the rounds no count is small, so that two columns together are shown.
      const least = round % 3 === 0 ? k : 1;
      const rows = ['a', 'b', 'c', 'd'].flatMap(org =>
        [1, 2].flatMap(method =>
          [1, 2].flatMap(product_type =>
            ['x', 'y'].map(preset => ({
              ...{ org, method, product_type, preset },
              cases_of_org: random.chance(0.2) ? 0 : least + Math.floor(random.next() ** 2 * 30),
            })),
          ),
        ),
      );
      expect(
        leaksOf(rows, choicesOf([null, 1, 2], [null, 1, 2], [null, 'x', 'y'])),
        `round ${round}`,
      ).toEqual([]);
    }
  });
});
