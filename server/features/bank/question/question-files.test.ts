import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isValidJsonRow, readJsonLinesFile } from '../../../../tests/fixtures/server/question-rows.ts';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { renderMathml } from './formula-mathml.ts';
import { questionMessages as messages } from './question-messages.ts';

/**
 * Expected repairs and doubts of three real files, row by row. Taken from reading the files, and exact, so that a repair cannot silently start to
 * match more or less.
 */
const expected = {
  'gaokao-geography': {
    rows: 199,
    single: 199,
    multiple: 0,
    repeated: { 51: 38, 52: 39, 60: 40, 61: 41, 62: 42, 127: 103, 128: 104, 129: 105, 161: 145, 162: 146 },
    warned: {
      tables: [26, 27, 28, 38, 39, 44, 45, 46, 47, 48, 51, 52, 74, 75, 83, 84, 98, 99, 110, 157, 158, 159],
      control: [55, 144, 187],
      quotes: [178],
      prefixes: [96],
    },
  },
  'gaokao-biology': {
    rows: 210,
    single: 210,
    multiple: 0,
    repeated: {},
    warned: {
      tables: [9, 31, 129, 160, 195],
      brackets: [5, 37, 60, 61, 81, 115, 128, 156, 159, 205],
      headings: [73],
      sections: [81],
      quotes: [19],
      marks: [51, 57, 63, 97, 202],
      dollars: [202],
    },
  },
  'gaokao-physics': {
    rows: 200,
    single: 165,
    multiple: 35,
    repeated: { 102: 24, 103: 25, 104: 26, 105: 27, 169: 136, 170: 137, 171: 138, 172: 128 },
    warned: {
      tables: [18],
      brackets: [25, 29, 42, 47, 56, 62, 63, 103, 123, 125, 143, 158, 165, 189, 198],
      headings: [5, 28, 172],
      sections: [47],
      quotes: [28, 158],
      formulas: [159],
    },
  },
} as const;

/** For each kind of repair or doubt, words of its English message, by which the test counts it. */
const signs = Object.entries({
  tables: messages.tableConverted().en,
  brackets: messages.answerBracket().en,
  headings: 'The exam instructions',
  sections: messages.sectionUnwrapped().en,
  control: messages.controlCharacters().en,
  quotes: messages.unbalancedQuotes().en,
  marks: 'Letters may have been lost',
  prefixes: 'The option is marked',
  dollars: messages.strayDollar().en,
  formulas: 'The formula',
});

const read = (name: string) =>
  readJsonLinesFile(readFileSync(new URL(`../../../../tests/fixtures/questions/${name}.jsonl`, import.meta.url), 'utf8'), '高考');

describe.each(Object.entries(expected))('the JSON Lines file %s', (name, file) => {
  it('is read as a whole, with every repair and doubt reported by row', () => {
    const rows = read(name);
    expect(rows).toHaveLength(file.rows);
    expect(rows.filter((row) => row.faults.length > 0)).toEqual([]);
    expect(rows.filter((row) => row.question?.type === sectionType.single)).toHaveLength(file.single);
    expect(rows.filter((row) => row.question?.type === sectionType.multiple)).toHaveLength(file.multiple);
    expect(Object.fromEntries(rows.flatMap((row) => (row.sameAsRow ? [[row.row, row.sameAsRow]] : [])))).toEqual(file.repeated);
    const warned = signs.map(([kind, sign]) => {
      const found = rows.filter((row) => row.warnings.some((warning) => warning.reason.en.includes(sign)));
      return [kind, found.map((row) => row.row)] as const;
    });
    expect(Object.fromEntries(warned.filter(([, found]) => found.length > 0))).toEqual(file.warned);
    expect(new Set(rows.filter((row) => row.warnings.length > 0).map((row) => row.row))).toEqual(
      new Set(Object.values(file.warned).flat()),
    );
  });

  it('keeps every answer as the label of the file has it', () => {
    const source = readFileSync(new URL(`../../../../tests/fixtures/questions/${name}.jsonl`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    for (const row of read(name)) {
      const { label, options } = JSON.parse(source[row.row - 1] ?? '') as { label: string | string[]; options: string[] };
      expect(row.question?.key).toEqual({ kind: 'choice', right: [label].flat() });
      expect(row.question?.options.map((option) => option.id)).toEqual(['A', 'B', 'C', 'D'].slice(0, options.length));
    }
  });

  it('leaves no LaTeX behind when its formulas are rendered', () => {
    const texts = read(name)
      .filter(isValidJsonRow)
      .flatMap((row) => [row.question.stem, ...row.question.options.map((option) => option.html)]);
    const rendered = texts.map(renderMathml).filter((one) => one.bad.length === 0);
    expect(rendered.length).toBeGreaterThanOrEqual(texts.length - 1);
    expect(rendered.filter((one) => /\$|\\[a-zA-Z]/.test(one.html))).toEqual([]);
  });
});

describe('single rows of the JSON Lines files', () => {
  it('lose the exam instructions before a stem, not the stem', () => {
    const rows = read('gaokao-physics');
    expect(rows[4]?.question?.stem).toMatch(/^银河系中存在大量的铝同位素/);
    expect(rows[27]?.question?.stem).toMatch(/^科学研究方法对物理学的发展意义深远/);
    expect(read('gaokao-biology')[72]?.question?.stem).toMatch(/^解脂菌能利用分泌的脂肪酶/);
  });

  it('have tables with joined cells as HTML', () => {
    const stem = read('gaokao-geography')[82]?.question?.stem;
    expect(stem).toContain('<tr><td rowspan="2">指标</td><td colspan="4">四大地区</td></tr><tr><td>甲</td>');
    expect(stem).toContain('<td>土地面积占全国比例(%)</td>');
    expect(stem).toMatch(/<\/table>甲、乙、丙、丁中代表中部地区的是/);
  });

  it('keep the letter of an option marked "B."', () => {
    const row = read('gaokao-geography')[95];
    expect(row?.question?.options[1]).toEqual({ id: 'B', html: '②③' });
    expect(row?.warnings).toEqual([{ field: 'options.1', reason: messages.optionPrefix('B.') }]);
  });
});
