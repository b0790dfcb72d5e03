import { expect, test } from 'vitest';
import type { SpareSeatContent } from '../contract/exams/spare.ts';
import { generateContentKey } from './paper-package.ts';
import { formatReleaseCode, openByReleaseCode, wrapByReleaseCode } from './release-code.ts';
import { formatSpareCode, normaliseSpareCode, openSpareSeat, sealSpareSeat } from './spare-seat.ts';

const name = { planId: 3, variant: 'A', version: 1 };
const malformed = ['', '7K3M', '7K3M-00QX-ZB9', '7K3M-00QX-ZB9U', '中文中文中文中文中文中文'];

test('SY18: too few random bytes give no code', () => {
  expect(() => formatReleaseCode(new Uint8Array(11))).toThrow(RangeError);
  expect(() => formatSpareCode(new Uint8Array(9))).toThrow(RangeError);
  expect(formatReleaseCode(new Uint8Array(12))).toBe('0000-0000-0000');
  expect(formatSpareCode(new Uint8Array(10))).toBe('00000-00000');
});

test('SY18: a malformed release code wraps no key and opens no package', async () => {
  const wrap = await wrapByReleaseCode('7K3M-00QX-ZB9T', generateContentKey(), name);
  expect(await openByReleaseCode(wrap, '7K3M-00QX-ZB9T', name)).toBeDefined();
  for (const code of malformed) {
    await expect(wrapByReleaseCode(code, generateContentKey(), name)).rejects.toThrow(RangeError);
    expect([code, await openByReleaseCode(wrap, code, name)]).toEqual([code, undefined]);
  }
});

test('SY15: a malformed spare code seals no seat and opens none', async () => {
  const sealed = { planId: 3, ticketNo: '1', seatLabel: '1', epoch: 1, salt: '', rounds: 1, sealed: '' };
  for (const code of ['', '7K3M0', '7K3M0-QXZB9-T', '7K3M0-QXZBU']) {
    expect(normaliseSpareCode(code)).toBeUndefined();
    // The code is checked before the seat's data are read, so an empty object is enough here.
    await expect(sealSpareSeat(code, {} as SpareSeatContent)).rejects.toThrow(RangeError);
    expect(await openSpareSeat(sealed, code)).toBeUndefined();
  }
});
