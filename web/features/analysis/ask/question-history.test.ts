import { expect, it } from 'vitest';
import { savedQuestionIdOf } from './ask-search.ts';
import { type PastQuestion, withQuestionFirst } from './question-history.ts';

const asked = (at: number, q: string): PastQuestion => ({ at, asked: { q, params: {} } });

it('keeps the last 30 questions, each once', () => {
  const past = [asked(2, 'SELECT 2'), asked(1, 'SELECT 1')];
  expect(withQuestionFirst(past, asked(3, 'SELECT 1'))).toEqual([asked(3, 'SELECT 1'), asked(2, 'SELECT 2')]);
  const many = Array.from({ length: 30 }, (_, n) => asked(n, `SELECT ${n}`));
  expect(withQuestionFirst(many, asked(99, 'SELECT now()'))).toHaveLength(30);
});

it('tells the id of a saved question from a text in SQL', () => {
  expect(savedQuestionIdOf({ q: '0197c8e0-0000-7000-8000-000000000000', params: {} })).toBeDefined();
  expect(savedQuestionIdOf({ q: 'SELECT 1', params: {} })).toBeUndefined();
});
