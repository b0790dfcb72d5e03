import { readdirSync, readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { validateFile, type ValidatedFile } from './file-validation.ts';

const folder = new URL('../../../../../tests/fixtures/questions/', import.meta.url);
const read = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(path, folder)));
const judge = (name: string, bytes: Uint8Array): Promise<ValidatedFile> =>
  validateFile({ name, bytes, category: '导入', fixes: new Map(), drop: new Set() });
/** Summarises what the reader made of a file, row by row: question type and answer key, or the faults; then the warnings. */
const digest = (file: ValidatedFile) =>
  file.rows.map(({ question, faults, warnings }) =>
    [
      question
        ? `${Object.keys(sectionType).find((name) => sectionType[name as keyof typeof sectionType] === question.type)} ${keyOf(question.key)}`
        : faults.map((fault) => `${fault.field}: ${fault.reason.en}`).join('; '),
      ...warnings.map((warning) => warning.reason.en.slice(0, 40)),
    ].join(' | '),
  );
const keyOf = (key: NonNullable<ValidatedFile['rows'][number]['question']>['key']): string =>
  key.kind === 'choice'
    ? key.right.join('')
    : key.kind === 'blanks'
      ? key.blanks.map((rule) => (rule.mode === 'text' ? rule.anyOf.join('/') : `${rule.value}±${rule.tolerance}`)).join(' ')
      : key.kind === 'rubric'
        ? 'rubric'
        : key.right.join('');

describe('the GIFT files of GIFT-grammar-PEG.js', () => {
  it('are read completely, with a remark for each part that is left out', async () => {
    const all: Record<string, string[]> = {};
    for (const name of readdirSync(new URL('gift/', folder)).toSorted()) all[name] = digest(await judge(name, read(`gift/${name}`)));
    expect(all).toMatchInlineSnapshot(`
      {
        "TFTwoFeedback.gift": [
          "judgement F | Feedback of the options was put into the",
          "judgement T | Feedback of the options was put into the",
          "judgement T | Feedback of the options was put into the",
        ],
        "category1.gift": [],
        "description1.gift": [
          "type: Questions of this type are not supported: description (not a question)",
          "judgement T",
        ],
        "escapeAll.gift": [
          "single G | Feedback of the options was put into the",
        ],
        "escapeColon.gift": [
          "multiple ABCD | Any one of several correct options was e",
        ],
        "essay1.gift": [
          "questionAnswer rubric | There is neither a reference answer nor ",
        ],
        "formatExamples.gift": [
          "single A | Feedback of the options was put into the",
        ],
        "giftFormatPhpExamples.gift": [
          "single C",
          "single B",
          "judgement F",
          "fillIn no one/nobody",
          "fillIn 1822±5",
          "matching ABC",
          "single B | Feedback of the options was put into the",
          "single C | The partial credit "50%" is not supporte | Feedback of the options was put into the",
          "fillIn Nazareth | The partial credit "75% Nazereth" is not | The partial credit "25% Bethlehem" is no | Feedback of the options was put into the",
          "fillIn 1822±0 | The partial credit "50% 1822:2" is not s | Feedback of the options was put into the",
        ],
        "matching1.gift": [
          "matching ABC",
          "matching ABCD",
        ],
        "mc1.gift": [
          "single C",
        ],
        "mc2.gift": [
          "single B",
        ],
        "mc4.gift": [
          "single C",
        ],
        "mcHTMLComment.gift": [
          "single C",
        ],
        "multiLineFeedback1.gift": [
          "single C | Feedback of the options was put into the",
          "single E | Feedback of the options was put into the | The picture "@@PLUGINFILE@@/3.png" is no",
        ],
        "numerical1.gift": [
          "fillIn 1822±0",
          "fillIn -1±0",
          "fillIn 3.1415±0.0005",
          "fillIn -3.142±0.001",
          "fillIn 3.1415±0.0005",
          "fillIn -3.1415±0.0005",
          "fillIn 3±2",
          "fillIn 0±5",
          "fillIn 1822±0 | The partial credit "50% 1822:2" is not s",
          "fillIn 9±0 | Feedback of the options was put into the",
        ],
        "shortAnswer1.gift": [
          "fillIn no one/nobody",
          "fillIn four/4",
        ],
        "shortAnswer2.gift": [
          "fillIn no one/nobody",
          "fillIn One",
        ],
        "shortFirstEmbedded.gift": [
          "fillIn Asia",
          "fillIn Asia",
        ],
        "tf1.gift": [
          "judgement F",
        ],
        "tf2.gift": [
          "judgement F",
          "judgement T",
        ],
      }
    `);
  });
});

describe('the QTI package of qti3', () => {
  it('is read from its manifest', async () => {
    const names = ['imsmanifest.xml', 'items/choice.xml', 'items/text-entry.xml'];
    const file = await judge('basic.zip', zipSync(Object.fromEntries(names.map((name) => [name, read(`qti3/${name}`)]))));
    expect(file.format).toBe('qti');
    expect(file.rows.map((row) => [row.place, row.question])).toMatchObject([
      [
        'items/choice.xml',
        {
          type: sectionType.single,
          stem: 'Choose the response declaration.',
          options: [{ html: 'response declaration' }, { html: 'outcome declaration' }],
          key: { right: ['A'] },
        },
      ],
      [
        'items/text-entry.xml',
        {
          type: sectionType.fillIn,
          stem: '<p>Type the built-in score outcome name: <span data-blank="1"></span></p>',
          key: { blanks: [{ anyOf: ['SCORE'] }] },
        },
      ],
    ]);
  });
});
