import { expect, test } from 'vitest';
import { formatGrantCode, deriveGrantIncidentId, openGrant, deriveSeatKey } from './seat-grant.ts';

const room = Buffer.alloc(32, 7).toString('base64url');
const seat = (n: number): Promise<string> => deriveSeatKey(room, `00000000-0000-4000-8000-00000000000${n}`);

test('SY15: a code for more time has ten characters and opens at its seat in any spelling', async () => {
  const key = await seat(1);
  const code = await formatGrantCode(key, { minutes: 10, no: 3 });
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  for (const typed of [code, code.toLowerCase(), code.replace('-', ' '), code.replaceAll('0', 'O').replaceAll('1', 'l')])
    expect(await openGrant(key, typed)).toEqual({ minutes: 10, no: 3 });
});

test('a code for more time opens at no other seat or room, nor with any character changed', async () => {
  const key = await seat(1);
  const code = await formatGrantCode(key, { minutes: 10, no: 0 });
  expect(await openGrant(await seat(2), code)).toBeUndefined();
  expect(await openGrant(await deriveSeatKey(Buffer.alloc(32, 8).toString('base64url'), 'x'), code)).toBeUndefined();
  for (let at = 0; at < code.length; at += 1) {
    if (code[at] === '-') continue;
    const changed = code.slice(0, at) + (code[at] === '2' ? '3' : '2') + code.slice(at + 1);
    expect(await openGrant(key, changed), changed).toBeUndefined();
  }
  for (const bad of ['', '123', `${code}0`, '中文中文中文中文中文']) expect(await openGrant(key, bad)).toBeUndefined();
});

test('each pair of minutes and grant number of a seat gives a distinct code and incident id', async () => {
  const key = await seat(1);
  const codes = new Set<string>();
  const incidents = new Set<string>();
  for (const minutes of [1, 5, 31, 32, 63])
    for (let no = 0; no < 16; no += 1) {
      const code = await formatGrantCode(key, { minutes, no });
      expect(await openGrant(key, code)).toEqual({ minutes, no });
      codes.add(code);
      incidents.add(await deriveGrantIncidentId(key, { minutes, no }));
    }
  expect(codes.size).toBe(80);
  expect(incidents.size).toBe(80);
});
