import { expect, it } from 'vitest';
import { buildViewStatements } from './views.sql.ts';

const paths = (count: number) => Array.from({ length: count }, (_, nth) => `/${nth}.parquet`);
/** Segments of each source of the stored stays. */
const sourcesOf = (count: number) => {
  const tables = { events: [], cases: [], case_facts: [], objects: [], relations: [] };
  const statements = buildViewStatements({ ...tables, stays: paths(count) }, undefined);
  const stays = statements.find(statement => statement.startsWith('CREATE VIEW stored.stays')) ?? '';
  return stays
    .split('UNION ALL')
    .map(source => [...source.matchAll(/\/\d+\.parquet/g)].map(([path]) => path));
};

it('gives each segment of stays a source of its own', () => {
  expect(sourcesOf(3)).toEqual([['/0.parquet'], ['/1.parquet'], ['/2.parquet']]);
});

it('joins the oldest segments of stays in one source, so that a plan stays small', () => {
  const sources = sourcesOf(20);
  expect(sources).toHaveLength(17);
  expect(sources[0]).toEqual(paths(4));
  expect(sources.flat()).toEqual(paths(20));
});

it('has a source without rows where there are no segments', () => {
  expect(sourcesOf(0)).toEqual([[]]);
});
