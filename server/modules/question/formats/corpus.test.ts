import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { document, p } from '../../../../tests/fixtures/questions/word-document.ts';
import { judgeFile } from './file-judge.ts';

/**
 * Files of our own making after the shapes of other people's, each for something that was read wrongly or not at all. `word-*.txt` are the
 * paragraphs of a Word document.
 */
const corpus = new URL('../../../../tests/fixtures/questions/corpus/', import.meta.url);
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, corpus)));
const wordOf = (name: string): Uint8Array =>
  document(
    new TextDecoder()
      .decode(bytesOf(name))
      .trim()
      .split('\n')
      .map((line) => p(line))
      .join(''),
  );

async function read(name: string) {
  const isWord = name.startsWith('word-');
  const bytes = isWord ? wordOf(name) : bytesOf(name);
  const { rows, notes, format } = await judgeFile({
    name: isWord ? `${name}.docx` : name,
    bytes,
    category: '',
    fixes: new Map(),
    drop: new Set(),
  });
  return { rows, notes: notes.map((note) => note.en), format };
}
/** Of each row: place, type, answer or reference, options; then what is wrong with it. */
const told = async (name: string) =>
  (await read(name)).rows.map(({ place, draft, question, faults, warnings }) =>
    [
      ...(draft.material === '' ? [] : [`“${draft.material}”`]),
      `${place} ${draft.type} ${draft.answer || draft.reference}${draft.options.length > 0 ? ` [${draft.options.join('|')}]` : ''}`.trim(),
      ...faults.map(({ field, reason }) => `! ${field}: ${reason.en}`),
      ...warnings.map(({ field, reason }) => `? ${field}: ${reason.en}`),
      ...(question === undefined && faults.length === 0 ? ['!'] : []),
    ].join('\n'),
  );

describe('Word', () => {
  it.each(['word-numbers.txt', 'word-gap.txt', 'word-key-sections.txt', 'word-judgements.txt', 'word-option-texts.txt', 'word-material.txt'])(
    '%s',
    async (name) => {
      expect(await told(name)).toMatchSnapshot();
      expect((await read(name)).notes).toMatchSnapshot();
    },
  );
});

describe('packages of other systems', () => {
  it.each(['qti-true-false.xml', 'qti-stray-key.xml', 'qti12-canvas.xml', 'gift-blanks.gift', 'moodle-old-image.xml'])('%s', async (name) => {
    expect(await told(name)).toMatchSnapshot();
  });
});

describe('pasted', () => {
  it.each(['pasted-wechat.html', 'pasted-plain.txt', 'pasted-table.html'])('%s', async (name) => {
    expect((await read(name)).format).toBe('word');
    expect(await told(name)).toMatchSnapshot();
  });
});

it('a table whose type is told once for several rows, under a title as wide as the table', async () => {
  const cell = (words: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${p(words)}</w:tc>`;
  const rows = [
    cell('安全用电题库', '<w:gridSpan w:val="5"/>'),
    ['题型', '题目', '选项A', '选项B', '答案'].map((word) => cell(word)).join(''),
    cell('单选题', '<w:vMerge w:val="restart"/>') + ['安全电压是（  ）', '36 V', '220 V', 'A'].map((word) => cell(word)).join(''),
    cell('', '<w:vMerge/>') + ['人体电阻约为（  ）', '1 Ω', '1000 Ω', 'B'].map((word) => cell(word)).join(''),
    ['判断题', '停电后应验电。', '', '', '对'].map((word) => cell(word)).join(''),
  ];
  const bytes = document(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`);
  const file = await judgeFile({ name: 'a.docx', bytes, category: '', fixes: new Map(), drop: new Set() });
  expect(file.rows.map(({ draft, faults }) => [draft.type, draft.stem, draft.answer, faults.length])).toEqual([
    ['single', expect.stringContaining('安全电压'), 'A', 0],
    ['single', expect.stringContaining('人体电阻'), 'B', 0],
    ['judgement', '停电后应验电。', '对', 0],
  ]);
});
