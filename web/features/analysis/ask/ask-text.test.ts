import { expect, it } from 'vitest';
import { notebookCell, paramNames, paramsWithDefaults } from './ask-text.ts';

it('finds parameters outside of texts and comments', () => {
  const sql = `SELECT '$no', "$no" FROM t -- $no
    /* $no */ WHERE a = $status AND b = $day AND c = $status`;
  expect(paramNames(sql)).toEqual(['status', 'day']);
});

it('takes the value that was given, then the known one, then a type by the name', () => {
  const given = { a: { type: 'number', value: 1 } } as const;
  const known = { a: { type: 'text', value: 'x' }, b: { type: 'text', value: 'y' } } as const;
  expect(paramsWithDefaults('$a $b $status $day', given, known)).toEqual({
    a: { type: 'number', value: 1 },
    b: { type: 'text', value: 'y' },
    status: { type: 'status', value: null },
    day: { type: 'day', value: null },
  });
});

it('asks the same in a notebook with a key, over the tables that the text names', () => {
  const sql = `SELECT "a", 'cases\\n'\nFROM stays -- objects\nJOIN "case_facts" USING (case_id)`;
  const params = { day: { type: 'day', value: '2026-03-01' } } as const;
  const from = { position: 'x-1', origin: 'https://archline.example', note: 'A key opens tables.' };
  const cell = notebookCell({ sql, params, ...from });
  const [, text = ''] = /json\.loads\((".*")\)/.exec(cell) ?? [];
  expect(JSON.parse(JSON.parse(text))).toEqual({ sql, params });
  expect(cell).toContain('for table in ["stays","case_facts"]:');
  expect(cell).toContain('/api/analysis/tables/{table}/{table}-x-1.parquet');
  expect(cell).toMatch(/^# A key opens tables\.\n/);
  expect(cell).toContain("os.environ['ARCHLINE_KEY']");
  expect(cell).not.toContain('SESSION');
});
