import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../../system-ports.ts';
import { isIdNumber, normaliseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { indexIdNumber, openIdNumber, isSameBlindIndex, sealIdNumber } from './id-number.ts';

const keys = { seal: Buffer.alloc(32, 3), index: Buffer.alloc(32, 4) };

describe('ID numbers', () => {
  // The first number is the worked example of the standard for ID numbers, GB 11643-1999.
  it.each([
    ['11010519491231002X', true],
    ['440524188001010014', true],
    ['110105194912310021', false],
    ['11010519491231002x', false],
    ['1101051949123100', false],
  ])('isIdNumber of %s is %s', (idNumber, right) => {
    expect(isIdNumber(idNumber)).toBe(right);
  });

  it('are normalised from full-width digits, spaces and a small x', () => {
    expect(normaliseIdNumber(' １１０１０５ 19491231 002x ')).toBe('11010519491231002X');
  });

  it('are sealed differently each time, and are opened only unaltered and with the same key', () => {
    const one = sealIdNumber('11010519491231002X', keys, systemRandom);
    const two = sealIdNumber('11010519491231002X', keys, systemRandom);
    expect(one.equals(two)).toBe(false);
    expect(openIdNumber(one, keys)).toBe('11010519491231002X');
    one.writeUInt8(one.readUInt8(20) ^ 1, 20);
    expect(() => openIdNumber(one, keys)).toThrow();
    expect(() => openIdNumber(two, { ...keys, seal: Buffer.alloc(32, 5) })).toThrow();
  });

  it('have a blind index that is equal only for equal numbers within one school', () => {
    const index = indexIdNumber('11010519491231002X', 1, keys);
    expect(isSameBlindIndex(index, indexIdNumber('11010519491231002X', 1, keys))).toBe(true);
    expect(isSameBlindIndex(index, indexIdNumber('11010519491231002X', 2, keys))).toBe(false);
    expect(isSameBlindIndex(index, indexIdNumber('440524188001010014', 1, keys))).toBe(false);
  });
});
