import { expect, it } from 'vitest';
import { Refusal } from '../handler.ts';
import { parseJson } from './json-body.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it('parseJson reads JSON, and an empty body as an empty object', () => {
  expect(parseJson('')).toEqual({});
  expect(parseJson('{"a":[1,{"b":"x\\\\"}]}')).toEqual({ a: [1, { b: 'x\\' }] });
});

it('parseJson refuses JSON that is nested too deeply', () => {
  expect(() => parseJson(nested(200_000))).toThrow(Refusal);
  const tooDeep = expect.objectContaining({ error: 'invalid', message: expect.stringContaining('deeply') as string });
  expect(() => parseJson(`{"config":{"a":${nested(60)}}}`)).toThrow(tooDeep);
  expect(parseJson(nested(30))).toBeInstanceOf(Array);
});

it('parseJson does not count brackets within strings as nesting', () => {
  const text = `${nested(50)}"\\${'{['.repeat(50)}`;
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
});

it('parseJson refuses invalid JSON as invalid input', () => {
  expect(() => parseJson('{"a":')).toThrow(expect.objectContaining({ error: 'invalid' }));
  expect(() => parseJson('"open')).toThrow(expect.objectContaining({ error: 'invalid' }));
});
