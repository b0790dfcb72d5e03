import { expect, test } from 'vitest';
import type { PaperContent } from '../contract/exams/sitting.ts';
import { toBase64url } from './bytes.ts';
import { generateContentKey, importContentKey, openPaper, sealPaper } from './paper-package.ts';
import { importReleasedKey } from './paper-text.ts';
import { generateReleaseCode, normaliseReleaseCode, openByReleaseCode, wrapByReleaseCode } from './release-code.ts';

const content: PaperContent = {
  planId: 3,
  variant: 'A',
  version: 1,
  title: '电工四级理论',
  layout: 'one',
  shuffleQuestions: true,
  shuffleOptions: true,
  sections: [
    {
      title: '单选题',
      type: 1,
      items: [
        {
          id: '1',
          stemHtml: '<p>欧姆定律</p>',
          options: [{ id: 'A', html: 'U=IR' }],
          blankCount: 0,
          points: 0.5,
        },
      ],
    },
  ],
};
const raw = generateContentKey();
const name = { planId: 3, variant: 'A', version: 1 };

test('SY17: a sealed paper opens with the released key, which cannot be exported', async () => {
  const sealed = await sealPaper(content, await importContentKey(raw));
  const key = await importReleasedKey(toBase64url(raw));
  expect(await openPaper(sealed, key)).toEqual(content);
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('SY17: a sealed paper opens only with its own key, plan, variant and version', async () => {
  const key = await importContentKey(raw);
  const sealed = await sealPaper(content, key);
  await expect(openPaper({ ...sealed, planId: 4 }, key)).rejects.toThrow();
  await expect(openPaper({ ...sealed, variant: 'B' }, key)).rejects.toThrow();
  await expect(openPaper({ ...sealed, version: 2 }, key)).rejects.toThrow();
  await expect(openPaper(sealed, await importContentKey(generateContentKey()))).rejects.toThrow();
});

test('SY17: sealing a paper drops unknown fields such as an answer key', async () => {
  const leaking = structuredClone(content) as PaperContent & { answerKey?: string };
  leaking.answerKey = 'A';
  const key = await importContentKey(raw);
  expect(await openPaper(await sealPaper(leaking, key), key)).toEqual(content);
});

test('SY18: a release code opens only its own package, in any case and with any separators', async () => {
  const code = generateReleaseCode();
  const codeWrap = await wrapByReleaseCode(code, raw, name);
  expect(codeWrap.rounds).toBeGreaterThanOrEqual(600_000);
  const sealed = await sealPaper(content, await importContentKey(raw), codeWrap);
  const key = await openByReleaseCode(codeWrap, ` ${code.toLowerCase().replaceAll('-', ' ')} `, name);
  expect(key && (await openPaper(sealed, await importReleasedKey(key)))).toEqual(content);
  expect(await openByReleaseCode(codeWrap, generateReleaseCode(), name)).toBeUndefined();
  expect(await openByReleaseCode(codeWrap, code, { ...name, version: 2 })).toBeUndefined();
});

test('SY18: release codes are 12 Crockford base32 characters; look-alike characters are corrected', () => {
  expect(generateReleaseCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(normaliseReleaseCode('oil1-2345-6789')).toBe('011123456789');
  expect(normaliseReleaseCode('７Ｋ３Ｍ 00QX zb9t')).toBe('7K3M00QXZB9T');
  expect(normaliseReleaseCode('7K3M-00QX-ZB9')).toBeUndefined();
  expect(normaliseReleaseCode('7K3M-00QX-ZB9U')).toBeUndefined();
});
