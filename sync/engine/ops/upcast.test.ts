import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { opPayloads } from './ops.ts';
import { parseOp, retiredOpTypes } from './upcast.ts';

const folder = join(import.meta.dirname, '../../../tests/fixtures/engine/ops');
const golden = readdirSync(folder).map(
  (name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as { type: string; payload: object; means: object }] as const,
);

// A PC may deliver an op that any former build wrote. Golden files are added, never changed.
describe('SY12: golden files of op versions', () => {
  test.each(golden)('%s is read with the meaning it had when it was written', (name, op) => {
    expect(`${op.type}.json`).toBe(name);
    expect(parseOp(op.type, op.payload)).toEqual(op.means);
  });
  test('exist for every readable op version', () => {
    const readable = [...Object.keys(opPayloads), ...retiredOpTypes].toSorted();
    expect(golden.map(([, op]) => op.type).toSorted()).toEqual(readable);
  });
  test('an unknown op version and an invalid payload are refused for different reasons', () => {
    expect(parseOp('answer.set@9', { i: '1', v: [] })).toBe('type');
    expect(parseOp('valueOf', {})).toBe('type');
    expect(parseOp('answer.set@1', { i: '1', v: 'b' })).toBe('payload');
    expect(parseOp('attempt.handIn@1', null)).toBe('payload');
  });
});
