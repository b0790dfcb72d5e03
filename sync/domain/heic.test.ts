import { expect, it } from 'vitest';
import { isHeic, hasHeicExtension } from './heic.ts';

const head = (brand: string) => Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode(`ftyp${brand}`), 0, 0, 0, 0]);

it('a HEIC photo is recognised by its content, and a video is not', () => {
  expect(['heic', 'heix', 'mif1', 'msf1'].map((brand) => isHeic(head(brand)))).toEqual([true, true, true, true]);
  expect(['isom', 'mp42', 'avif', 'qt  '].map((brand) => isHeic(head(brand)))).toEqual([false, false, false, false]);
  expect(isHeic(new Uint8Array())).toBe(false);
  expect([hasHeicExtension('张三.HEIC'), hasHeicExtension('heic.jpg')]).toEqual([true, false]);
});
