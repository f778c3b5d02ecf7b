import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

const log = {
  command: 'npm run log',
  does: 'Starts the protocol server.',
  table: {
    port: { value: 'port', default: '2113', does: 'First port' },
    file: { value: 'file', does: 'SQLite file of the log' },
    tls: { does: 'Turns TLS on' },
  },
} as const;

describe('command-line options of a script', () => {
  it('have defaults', () => {
    expect(readOptions([], log)).toEqual({ values: { port: '2113', tls: false } });
  });

  it('are read by name', () => {
    expect(readOptions(['--port', '3', '--file=a.db', '--tls'], log)).toEqual({
      values: { port: '3', file: 'a.db', tls: true },
    });
  });

  it('are explained by --help with their defaults', () => {
    expect(readOptions(['--help'], log)).toEqual({
      exit: 0,
      text: [
        'npm run log -- [options]',
        'Starts the protocol server.',
        '',
        '  --port <port>  First port (default 2113)',
        '  --file <file>  SQLite file of the log',
        '  --tls          Turns TLS on',
      ].join('\n'),
    });
  });

  it.each([['--nodez'], ['--port'], ['2113']])('refuse %s and print the help', wrong => {
    const answer = readOptions([wrong], log);
    expect(answer).toMatchObject({ exit: 64 });
    expect('text' in answer && answer.text).toMatch(/^(Unknown|Option|Unexpected).*\n\nnpm run log/s);
  });
});
