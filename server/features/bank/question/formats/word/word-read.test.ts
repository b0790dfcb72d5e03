import { expect, it } from 'vitest';
import { sectionType } from '../../../../../../sync/contract/codes.ts';
import {
  createWordDocument,
  createParagraph,
  wordPictureXml,
  tinyPng,
  createTextRun,
} from '../../../../../../tests/fixtures/questions/word-document.ts';
import { validateFile } from '../file-validation.ts';
import { validateBytes } from '../../../../../../tests/fixtures/questions/row-digest.ts';

it('the Word reader reads questions with options, answers, analyses, pictures and automatic numbers', async () => {
  const bytes = createWordDocument(
    [
      createParagraph('电工四级练习'),
      createParagraph('一、单选题'),
      createParagraph(`${createTextRun('下图是')}${wordPictureXml}${createTextRun('（　　）')}`, '1'),
      createParagraph('灯', '2'),
      createParagraph('开关', '2'),
      createParagraph('答案：B'),
      createParagraph('解析：见图。'),
      createParagraph('2. 单相电压是（ B ）。'),
      createParagraph('A. 110 V    B. 220 V    C. 380 V'),
      createParagraph('二、判断题'),
      createParagraph('3. 停电后应验电。'),
      createParagraph('答案：√'),
      createParagraph('三、填空题'),
      createParagraph('4. 电压 ____ V，频率 ____ Hz。'),
      createParagraph('【答案】220；#50±0.5'),
      createParagraph('四、简答题'),
      createParagraph('5. 简述触电急救。'),
      createParagraph('参考答案：脱离电源。'),
      createParagraph('心肺复苏。'),
      createParagraph('评分点：(2) 脱离电源'),
      createParagraph('6. 没有答案的判断'),
    ].join(''),
  );
  const file = await validateFile({ name: 'a.docx', bytes, category: '电工', fixes: new Map(), drop: new Set() });
  expect(file.format).toBe('word');
  expect(file.rows.map((row) => [row.place, row.question?.type, row.faults.map((fault) => fault.field)])).toEqual([
    ['一、1', sectionType.single, []],
    ['一、2', sectionType.single, []],
    ['二、3', sectionType.judgement, []],
    ['三、4', sectionType.fillIn, []],
    ['四、5', sectionType.questionAnswer, []],
    ['四、6', sectionType.questionAnswer, []],
  ]);
  const [first, second, third, fourth, fifth] = file.rows.map((row) => row.question);
  expect(first?.stem).toMatch(/^下图是<img src="\/uploads\/[0-9a-f]{32}\.png">（　　）$/);
  expect(first).toMatchObject({ options: [{ html: '灯' }, { html: '开关' }], key: { right: ['B'] }, analysis: '见图。', category: '电工' });
  expect(second).toMatchObject({
    stem: '单相电压是（　　）。',
    options: [{ html: '110 V' }, { html: '220 V' }, { html: '380 V' }],
    key: { right: ['B'] },
  });
  expect(third?.key).toEqual({ kind: 'choice', right: ['T'] });
  expect(fourth?.key).toMatchObject({ blanks: [{ anyOf: ['220'] }, { mode: 'number', value: 50, tolerance: 0.5 }] });
  expect(fifth?.key).toMatchObject({ reference: '脱离电源。<br>心肺复苏。', items: [{ text: '脱离电源', points: 2 }] });
  expect([...file.pictures.values()].map((bytes_) => bytes_.length)).toEqual([tinyPng.length]);
});

const read = (body: string) => validateBytes('a.docx', createWordDocument(body));
const readLines = async (...lines: string[]) =>
  (await read(lines.map((line) => createParagraph(line)).join(''))).rows.map(({ place, draft, faults }) => ({
    place,
    type: draft.type,
    stem: draft.stem,
    ...(draft.options.length > 0 && { options: draft.options.join('|') }),
    ...(draft.answer !== '' && { answer: draft.answer }),
    ...(draft.reference !== '' && { reference: draft.reference }),
    ...(draft.analysis !== '' && { analysis: draft.analysis }),
    ...(draft.category !== '' && { category: draft.category }),
    ...(faults.length > 0 && { faults: faults.map((fault) => fault.field).join() }),
  }));

it('the Word reader reads answers in every common notation, also several fields on a line', async () => {
  expect(
    await readLines(
      '1. 甲（  ）。A. 一  B. 二  C. 三',
      '【答案】B【解析】因为二。',
      '2、乙（ C ）。',
      'A、一 B、二 C、三  答案：C',
      '3．【判断题】丙',
      '正确答案：×',
      '4. 丁（√）',
      '5. 戊（  ）',
      'a) 一',
      'b) 二',
      '答案 b 难度：易',
    ),
  ).toEqual([
    { place: '1', type: 'single', stem: '甲（\u00a0\u00a0）。', options: '一|二|三', answer: 'B', analysis: '因为二。' },
    { place: '2', type: 'single', stem: '乙（　　）。', options: '一|二|三', answer: 'C' },
    { place: '3', type: 'judgement', stem: '丙', answer: '×' },
    { place: '4', type: 'judgement', stem: '丁（　　）', answer: '√' },
    { place: '5', type: 'single', stem: '戊（\u00a0\u00a0）', options: '一|二', answer: 'b' },
  ]);
});

it('numbered lines within a Word question are not counted as questions', async () => {
  expect(
    await readLines(
      '四、简答题',
      '1. 简述停电检修的步骤，并回答：',
      '（1）为何验电？',
      '（2）何时挂接地线？',
      '答：',
      '1. 断电',
      '2. 验电',
      '3. 挂接地线',
      '2. 什么是短路？',
      '答案：电源两端直接相连。',
    ),
  ).toEqual([
    {
      place: '四、1',
      type: 'questionAnswer',
      stem: '简述停电检修的步骤，并回答：<br>（1）为何验电？<br>（2）何时挂接地线？',
      reference: '1. 断电<br>2. 验电<br>3. 挂接地线',
    },
    { place: '四、2', type: 'questionAnswer', stem: '什么是短路？', reference: '电源两端直接相连。' },
  ]);
});

it('options of a written Word question stay in its stem, and options of a judgement give its key', async () => {
  expect(
    await readLines(
      '二、判断题',
      '1. 甲',
      'A. 正确',
      'B. 错误',
      '答案：B',
      '四、简答题',
      '1. 选择并说明理由：',
      'A. 甲',
      'B. 乙',
      '答：甲，因为。',
    ),
  ).toEqual([
    { place: '二、1', type: 'judgement', stem: '甲', answer: '错误' },
    { place: '四、1', type: 'questionAnswer', stem: '选择并说明理由：<br>A. 甲<br>B. 乙', reference: '甲，因为。' },
  ]);
});

it('answers gathered at the end of a Word document are matched to questions section by section', async () => {
  const found = await readLines(
    '一、单项选择题（每题 1 分）',
    '1. 甲（  ）',
    'A. 一  B. 二',
    '2. 乙（  ）',
    'A. 一  B. 二',
    '二、判断题',
    '1. 丙（  ）',
    '2. 丁（  ）',
    '参考答案',
    '一、单项选择题',
    '1-2 BA',
    '二、判断题：1.√ 2.×',
  );
  expect(found.map(({ place, type, answer, faults }) => [place, type, answer, faults])).toEqual([
    ['一、1', 'single', 'B', undefined],
    ['一、2', 'single', 'A', undefined],
    ['二、1', 'judgement', '√', undefined],
    ['二、2', 'judgement', '×', undefined],
  ]);
});

it('Word headings become categories, and numbers from styles restart where Word restarts them', async () => {
  const styled = (style: string, inner: string, num = '') =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/>${num === '' ? '' : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${num}"/></w:numPr>`}</w:pPr>${createTextRun(inner)}</w:p>`;
  const { rows } = await read(
    [
      styled('H1', '安全用电'),
      styled('H2', '急救'),
      styled('Q', '触电后先做什么（  ）'),
      createParagraph('断电', '2'),
      createParagraph('呼救', '2'),
      createParagraph('答案：A'),
      styled('Q', '心肺复苏的比例是（  ）'),
      createParagraph('30:2', '3'),
      createParagraph('15:2', '3'),
      createParagraph('答案：A'),
      styled('H1', '变压器'),
      styled('Q', '变压器铁芯的作用是导磁。'),
      createParagraph('答案：对'),
    ].join(''),
  );
  expect(rows.map(({ question, faults }) => [question?.category, question?.stem, question?.options.length, faults.length])).toEqual([
    ['安全用电/急救', '触电后先做什么（\u00a0\u00a0）', 2, 0],
    ['安全用电/急救', '心肺复苏的比例是（\u00a0\u00a0）', 2, 0],
    ['变压器', '变压器铁芯的作用是导磁。', 2, 0],
  ]);
});

it('Word formulas become LaTeX, tables stay tables, and a dollar sign is escaped', async () => {
  const half = '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>';
  const cell = (words: string) => `<w:tc>${createParagraph(words)}</w:tc>`;
  const { rows, notes } = await read(
    [
      createParagraph(`${createTextRun('1. 下表中 $5 的 ')}${half}${createTextRun(' 是（  ）')}`),
      `<w:tbl><w:tr>${cell('甲')}${cell('乙')}</w:tr></w:tbl>`,
      createParagraph(`${createTextRun('A. ')}${half}${createTextRun('    B. $2.5')}`),
      createParagraph('答案：B'),
    ].join(''),
  );
  expect(rows[0]?.question).toMatchObject({
    stem: '下表中 &#36;5 的 $\\frac{1}{2}$ 是（\u00a0\u00a0）<br><table><tr><td><p>甲</p></td><td><p>乙</p></td></tr></table>',
    options: [{ html: '$\\frac{1}{2}$' }, { html: '&#36;2.5' }],
  });
  expect(notes.map((note) => note.en)).toEqual([
    expect.stringContaining('1 were read'),
    '2 Word formulas were turned into LaTeX; check them',
  ]);
});

it('small or clearly shifted Word text becomes superscript or subscript, and a slight shift is ignored', async () => {
  const moved = (words: string, position: number, size = '') =>
    `<w:r><w:rPr>${size === '' ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="10"/>`}<w:position w:val="${position}"/></w:rPr><w:t>${words}</w:t></w:r>`;
  const { rows } = await read(
    [
      createParagraph(
        `${createTextRun('1. 面积')}${moved('二', 8)}${moved('下', -5)}${moved('齐', 2)}${moved('低', -4)}${moved('零', 0)}${moved('大', 8, '48')}${moved('大二', 10, '48')}${moved('小', -2, '18')}`,
      ),
      createParagraph('答案：对'),
    ].join(''),
  );
  expect(rows[0]?.draft.stem).toBe('面积<sup>二</sup><sub>下</sub>齐低零大<sup>大二</sup><sub>小</sub>');
});

it('every known column of a Word table of questions is read, and a row without a stem is reported', async () => {
  const cell = (words: string) =>
    `<w:tc>${words
      .split('|')
      .map((line) => createParagraph(line))
      .join('')}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
  const { rows } = await read(
    `<w:tbl>${[
      row('题号', '题型', '题干', '答案', '评分点', '难度', '分类', '标签', '鉴定点', '分值'),
      row('1', '判断题', '停电后应验电', '对', '', '难', '电工/安全', '验电；停电', 'A-B-C-001', '2'),
      row('2', '判断题', '', '错', '', '易', '', '', '', ''),
      row('3', '', '', '', '', '', '', '', '', ''),
      row('4', '问答题', '简述急救', '断电', '(2) 断电|(3) 呼救', '', '', '', '', ''),
    ].join('')}</w:tbl>`,
  );
  expect(rows.map(({ draft, faults }) => [draft.stem, draft.type, faults.map(({ field }) => field).join()])).toEqual([
    ['停电后应验电', 'judgement', ''],
    ['', 'judgement', 'stem'],
    // Row 3 of the table has a number and no content. It becomes an empty row that is reported as faulty.
    ['', '', ''],
    ['简述急救', 'questionAnswer', ''],
  ]);
  expect(rows[0]?.draft).toMatchObject({
    answer: '对',
    difficulty: '难',
    category: '电工/安全',
    tags: '验电；停电',
    pointCode: 'A-B-C-001',
    scoreHint: '2',
  });
  expect(rows[3]?.draft.items).toBe('(2) 断电\n(3) 呼救');
});

// Patterns that can match a space in two ways would take practically forever on these texts.
it('thousands of spaces anywhere in a Word question are read without delay', async () => {
  const wide = '　'.repeat(5000);
  const hard = '\u00a0'.repeat(5000);
  const underlined = (words: string) => `<w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const { rows } = await read(
    [
      createParagraph(`（${wide}）`),
      createParagraph(`（${wide}1. 题号在前的括号`),
      createParagraph(`1. 先断电（${wide}）`),
      createParagraph('答案：对'),
      createParagraph(`2. 后验电（${hard}）`),
      createParagraph(`（${hard}丙`),
      createParagraph('答案：错'),
      createParagraph('3. 电压是（　　）'),
      createParagraph(`A. 甲${wide}${hard}B. 乙${wide}丙`),
      createParagraph('答案：A'),
      createParagraph(
        `${createTextRun('4. 频率')}${underlined(`${wide}${hard}x`)}${createTextRun('是')}${underlined(wide)}${createTextRun('赫兹')}`,
      ),
      createParagraph('答案：50'),
      createParagraph(`5. 【${wide}简述急救`),
      createParagraph('答案：断电'),
    ].join(''),
  );
  expect(rows.map(({ draft }) => [draft.type, draft.answer])).toMatchObject([
    ['judgement', '对'],
    ['judgement', '错'],
    ['single', 'A'],
    ['fillIn', '50'],
    ['questionAnswer', ''],
  ]);
  expect(rows[2]?.draft.options).toEqual(['甲', expect.stringContaining('乙')]);
  expect(rows[3]?.draft.stem.endsWith('是<span data-blank="1"></span>赫兹')).toBe(true);
}, 20_000);
