import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createWordDocument, createParagraph } from '../../../../../tests/fixtures/questions/word-document.ts';
import { validateFile } from './file-validation.ts';
import { prepareDocument } from './word/word-document.ts';

/** Text as Word stores typed Chinese: one run for each few characters, with fonts, size and language. */
const typed = (words: string): string =>
  createParagraph(
    (words.match(/[^]{1,3}/g) ?? [])
      .map(
        (part, at) =>
          `<w:r><w:rPr><w:rFonts w:ascii="宋体" w:hAnsi="${at}" w:hint="eastAsia"/>${part.includes('停') ? '<w:b/>' : ''}<w:sz w:val="21"/><w:lang w:val="zh-CN"/></w:rPr><w:t>${part}</w:t></w:r>`,
      )
      .join(''),
  );
const paper = (count: number): Uint8Array =>
  createWordDocument(
    Array.from({ length: count }, (_, at) =>
      [
        typed(`${at + 1}、20${at % 100}年第 ${at} 号规程规定，停电检修的第 ${at} 步是（  ）`),
        typed(`A. 验电${at}  B. 接地${at}  C. 挂牌${at}  D. 装设遮栏${at}`),
        typed(`答案：${'ABCD'[at % 4] ?? 'A'}`),
        typed('解析：见规程。'),
      ].join(''),
    ).join(''),
  );
const read = (bytes: Uint8Array) => validateFile({ name: 'a.docx', bytes, category: '', fixes: new Map(), drop: new Set(), bankId: 1 });

/** Reads a paper and measures the milliseconds of processor time, which a busy machine does not distort. */
async function readMeasured(
  bytes: Uint8Array,
): Promise<{ readonly rows: Awaited<ReturnType<typeof read>>['rows']; readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const { rows } = await read(bytes);
  const { user, system } = process.cpuUsage(before);
  return { rows, cpuMs: (user + system) / 1000 };
}

it('two thousand questions are read with number and key, in about four times the time of five hundred', { timeout: 120_000 }, async () => {
  const few = paper(500);
  await read(few);
  const leastMs = Math.min((await readMeasured(few)).cpuMs, (await readMeasured(few)).cpuMs);
  const { rows, cpuMs } = await readMeasured(paper(2000));
  expect(rows.filter((row) => row.question !== undefined)).toHaveLength(2000);
  expect(rows.map((row) => row.draft.answer).join('')).toBe('ABCD'.repeat(500));
  expect(rows[7]?.question?.stem).toMatch(/^207年第 7 号规程规定<strong>，停电<\/strong>检修的第 7 步是/);
  // Four times the questions must take about four times as long. Comparing every question with every other would take sixteen times as long.
  expect(cpuMs).toBeLessThan(leastMs * 9);
});

it('prepareDocument joins runs that look alike', () => {
  const { bytes } = prepareDocument(paper(50));
  const xml = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
  // Each stem has a bold part in its middle or at its beginning, so a question needs up to six runs.
  expect(xml.match(/<w:r>/g)?.length).toBeLessThanOrEqual(50 * 6);
  expect(xml).not.toContain('w:rFonts');
});
