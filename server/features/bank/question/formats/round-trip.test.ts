import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleQuestion } from '../../../../../tests/fixtures/questions/sample-question.ts';
import { questionTypeNames, sectionType } from '../../../../../sync/contract/codes.ts';
import { exportFormats } from '../../../../../sync/contract/bank/question-file.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { sanitiseStoredHtml } from '../../../../rich-text/sanitise-html.ts';
import { toImportDraft } from './draft-write.ts';
import { validateDraft } from './draft-validation.ts';
import { validateFile } from './file-validation.ts';
import { exporters } from './format-registry.ts';

// A PNG with a single white pixel.
const png = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==', 'base64'),
);
/** Normalises HTML as the bank does, because the same characters may be written in two ways. */
const normalise = (question: QuestionBody | undefined): unknown =>
  JSON.parse(JSON.stringify(question ?? null), (name, value: unknown) =>
    typeof value === 'string' && htmlFields.has(name) ? sanitiseStoredHtml(value).trim() : value,
  );
const htmlFields = new Set(['stem', 'material', 'analysis', 'reference', 'html']);
const url = `/uploads/${'ab'.repeat(16)}.png`;
const pictures = new Map([[url, { bytes: png, mime: 'image/png' }]]);

it('the sample questions cover every type, and pictures, formulas, tags and points', () => {
  const tried = fc.sample(sampleQuestion, { numRuns: 300, seed: 7 });
  expect(new Set(tried.map(({ type }) => type))).toEqual(new Set(questionTypeNames.map((name) => sectionType[name])));
  for (const mark of [
    '<img ',
    '$x^2',
    '<table>',
    '"tags":["',
    '"pointCode":"A-B-C-001"',
    '"mode":"number"',
    '"veto":["',
    '"files":9',
    '<ol start',
    '<math>',
    '接线图',
  ])
    expect(tried.filter((question) => JSON.stringify(question).includes(mark)).length, mark).toBeGreaterThan(10);
});

describe('exported questions', () => {
  it('are equal after a conversion to an import draft and back', () => {
    fc.assert(
      fc.property(sampleQuestion, (question) => {
        const judged = validateDraft(toImportDraft(question), '');
        expect({ ...judged, question: normalise(judged.question) }).toEqual({
          question: normalise(question),
          faults: [],
          warnings: expect.anything(),
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each(exportFormats)('are equal after an export to %s and an import', { timeout: 60_000 }, async (id) => {
    const { write, extension } = exporters[id];
    await fc.assert(
      fc.asyncProperty(fc.array(sampleQuestion, { minLength: 1, maxLength: 4 }), async (questions) => {
        const bytes = await write(questions, pictures);
        const file = await validateFile({ bytes, name: `questions.${extension}`, category: '', fixes: new Map(), drop: new Set() });
        expect(file.format).toBe(id);
        expect(file.rows.flatMap((row) => row.faults.map((fault) => `${row.row} ${fault.field} ${fault.reason.en}`))).toEqual([]);
        // The file carries the picture itself, not its address on the exporting server, so that another server can import it.
        const isShown = JSON.stringify(questions).includes(url);
        expect(file.pictures.size).toBe(isShown ? 1 : 0);
        if (isShown) expect(Uint8Array.from([...file.pictures.values()][0] ?? [])).toEqual(png);
        expect(JSON.stringify(file.rows.map((row) => row.question))).not.toContain(url);
        // Names of imported pictures are derived from their content. Put the original address back before the comparison.
        const [stored = url] = [...file.pictures.keys()];
        const back = JSON.parse(JSON.stringify(file.rows.map((row) => row.question)).replaceAll(stored, url)) as QuestionBody[];
        expect(back.map(normalise)).toEqual(questions.map(normalise));
      }),
      { numRuns: id === 'excel' ? 25 : 60 },
    );
  });
});

it.each(exportFormats)('an export to %s keeps a recording in a stem or replaces it by a text', async (id) => {
  const sound = `/uploads/${'cd'.repeat(16)}.mp3`;
  const [sample] = fc.sample(sampleQuestion, { numRuns: 200, seed: 3 }).filter(({ type }) => type === sectionType.single);
  if (!sample) throw new Error('no sample');
  const question = { ...sample, stem: `<p>听录音，选择答案</p><audio src="${sound}" data-plays="2"></audio>`, material: '' };
  const { write, extension } = exporters[id];
  const bytes = await write([question], pictures);
  const file = await validateFile({ bytes, name: `questions.${extension}`, category: '', fixes: new Map(), drop: new Set() });
  const stem = file.rows[0]?.question?.stem ?? '';
  const isKept = stem.includes(`<audio src="${sound}" data-plays="2"></audio>`);
  expect(isKept || stem.includes('〔音频：在考试电脑上播放〕'), stem).toBe(true);
});
