import { expect, it } from 'vitest';
import { Refusal } from '../handler.ts';
import { parseJson } from './json-body.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it('reads JSON, and an empty body as an empty input', () => {
  expect(parseJson('')).toEqual({});
  expect(parseJson('{"a":[1,{"b":"x\\\\"}]}')).toEqual({ a: [1, { b: 'x\\' }] });
});

it('refuses what is nested deeper than any call', () => {
  expect(parseJson(nested(200_000))).toBeInstanceOf(Refusal);
  expect(parseJson(`{"config":{"a":${nested(60)}}}`)).toMatchObject({
    error: 'invalid',
    message: { en: expect.stringContaining('deeply') as string },
  });
  expect(parseJson(nested(30))).not.toBeInstanceOf(Refusal);
});

it('does not count brackets within strings', () => {
  const text = `${nested(50)}"\\${'{['.repeat(50)}`;
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
});

it('says what is wrong with what is no JSON', () => {
  expect(parseJson('{"a":')).toMatchObject({ error: 'invalid' });
  expect(parseJson('"open')).toMatchObject({ error: 'invalid' });
});
