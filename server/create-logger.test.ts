import { expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';

it('createLogger logs the message, the code and the cause of an error', () => {
  const lines: string[] = [];
  const error = Object.assign(new Error('the commit failed', { cause: new Error('the connection broke') }), { code: '08006' });
  createLogger('error', { write: (line) => void lines.push(line) }).error({ err: error, entries: 3 }, 'tried again');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'tried again',
    entries: 3,
    err: {
      type: 'Error',
      message: 'the commit failed: the connection broke',
      code: '08006',
      stack: expect.stringContaining('create-logger'),
    },
  });
});
