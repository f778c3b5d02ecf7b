import { expect, it } from 'vitest';
import { notebookCell, paramNames, paramsOf } from './ask-text.ts';

it('finds parameters outside of texts and comments', () => {
  const sql = `SELECT '$no', "$no" FROM t -- $no
    /* $no */ WHERE a = $status AND b = $day AND c = $status`;
  expect(paramNames(sql)).toEqual(['status', 'day']);
});

it('takes the value that was given, then the known one, then a type by the name', () => {
  const given = { a: { type: 'number', value: 1 } } as const;
  const known = { a: { type: 'text', value: 'x' }, b: { type: 'text', value: 'y' } } as const;
  expect(paramsOf('$a $b $status $day', given, known)).toEqual({
    a: { type: 'number', value: 1 },
    b: { type: 'text', value: 'y' },
    status: { type: 'status', value: null },
    day: { type: 'day', value: null },
  });
});

it('quotes the question for a notebook', () => {
  const sql = `SELECT "a", 'b\\n'\nFROM t`;
  const cell = notebookCell({ sql, params: {}, position: 'x-1', origin: 'https://archline.example' });
  const [, text = ''] = /json\.loads\((".*")\)/.exec(cell) ?? [];
  expect(JSON.parse(JSON.parse(text))).toMatchObject({ sql, asOf: 'x-1' });
});
