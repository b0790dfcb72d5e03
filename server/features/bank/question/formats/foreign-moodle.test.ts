import { expect, it } from 'vitest';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

/** The constants from here on build files in the form in which several versions of Moodle export questions. Their sentences are our own. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==';
const combined =
  '<correctfeedback format="html"><text>答得对。</text></correctfeedback><partiallycorrectfeedback format="html"><text></text></partiallycorrectfeedback><incorrectfeedback format="html"><text></text></incorrectfeedback>';
const question = (type: string, name: string, stem: string, rest: string) => `
  <!-- question: 4711  -->
  <question type="${type}">
    <name><text>${name}</text></name>
    <questiontext format="html"><text><![CDATA[${stem}]]></text>${stem.includes('PLUGINFILE') ? `<file name="电路 1.png" path="/" encoding="base64">${png}</file>` : ''}</questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><idnumber></idnumber>
    ${rest}
  </question>`;
const answer = (fraction: string, text: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text><feedback format="html"><text>${feedback}</text></feedback></answer>`;
const plain = (fraction: string, text: string, more = '') =>
  `<answer fraction="${fraction}" format="moodle_auto_format"><text>${text}</text><feedback format="html"><text></text></feedback>${more}</answer>`;

const file = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<!-- question: 0  -->
  <question type="category"><category><text>$course$/top/电工基础/直流 // 交流</text></category><info format="moodle_auto_format"><text>说明</text></info><idnumber></idnumber></question>
${question('multichoice', '单选', '<p dir="ltr">看图 <img src="@@PLUGINFILE@@/%E7%94%B5%E8%B7%AF%201.png" alt="电路" width="30" height="20" /> 选一项。</p>', `<single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering><showstandardinstruction>0</showstandardinstruction>${combined}${answer('100', '<p>甲</p>')}${answer('-50', '<p>乙</p>')}${answer('0', '<p>丙</p>', '再想想')}<hint format="html"><text>提示一</text></hint><tags><tag><text>常考</text></tag><tag><text>安全</text></tag></tags>`)}
${question('multichoice', '多选', '哪些对？', `<single>false</single>${combined}${answer('50', '甲')}${answer('50', '乙')}${answer('-100', '丙')}`)}
${question('multichoice', '三分之一', '哪三项？', `<single>false</single>${answer('33.33333', '甲')}${answer('33.33333', '乙')}${answer('33.33333', '丙')}${answer('-33.33333', '丁')}`)}
${question('truefalse', '判断', '断电后应验电。', plain('100', 'true') + plain('0', 'false'))}
${question('shortanswer', '短答', '电流的单位是？', `<usecase>0</usecase>${plain('100', '安培')}${plain('100', 'A')}${plain('50', '安')}`)}
${question('numerical', '数值', '220 V、110 Ω 时的电流？', `${plain('100', '2', '<tolerance>0.05</tolerance>')}<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>3</showunits><unitsleft>0</unitsleft><units><unit><multiplier>1</multiplier><unit_name>A</unit_name></unit></units>`)}
${question('essay', '论述', '简述触电急救。', '<responseformat>editor</responseformat><graderinfo format="html"><text><![CDATA[<p>脱离电源。</p>]]></text></graderinfo><responsetemplate format="html"><text></text></responsetemplate>')}
${question('cloze', '填空', '电压 {1:NUMERICAL:=220:5} V，{1:SHORTANSWER:%100%零线#对~%50%中线}，{2:MULTICHOICE:直流~=交流#对}。', '')}
${question('matching', '连线', '连起来', `<shuffleanswers>true</shuffleanswers><subquestion format="html"><text>电压</text><answer><text>伏</text></answer></subquestion><subquestion format="html"><text>电流</text><answer><text>安</text></answer></subquestion>`)}
${question('description', '说明', '以下三题看图回答。', '')}
${question('ddwtos', '拖放', '把 [[1]] 拖到空里', '<dragbox><text>词</text><group>1</group></dragbox>')}
${question('gapselect', '选词', '选 [[1]]', '<selectoption><text>词</text><group>1</group></selectoption>')}
${question('ordering', '排序', '排一排', plain('1', '一') + plain('2', '二'))}
${question('calculated', '计算', '{a}+{b}', '<answer fraction="100"><text>{a}+{b}</text></answer>')}
${question('stack', '别的插件', 'x', '')}
  <question type="category"><category><text>$course$/top/停用</text></category></question>
${question('truefalse', '隐藏', '停用的题。', plain('0', 'true') + plain('100', 'false')).replace('<hidden>0</hidden>', '<hidden>1</hidden>')}
</quiz>`;

it('the Moodle reader reads every question of a sample export, or reports what it leaves out', async () => {
  const { format, rows, pictures } = await validateBytes('quiz.xml', new TextEncoder().encode(file));
  expect(format).toBe('moodle');
  expect(pictures.size).toBe(1);
  const readRows = rows.map(({ place, draft, question: body, faults, warnings }) => ({
    name: place,
    type: draft.type,
    answer: draft.answer,
    ok: body !== undefined,
    remarks: [...faults, ...warnings].map(({ field, reason }) => `${field}: ${reason.en}`),
  }));
  expect(readRows).toEqual([
    {
      name: '单选',
      type: 'single',
      answer: 'A',
      ok: true,
      remarks: [expect.stringContaining('answer: The partial credit'), 'analysis: Feedback of the options was put into the analysis'],
    },
    { name: '多选', type: 'multiple', answer: 'AB', ok: true, remarks: [] },
    { name: '三分之一', type: 'multiple', answer: 'ABC', ok: true, remarks: [] },
    { name: '判断', type: 'judgement', answer: '对', ok: true, remarks: [] },
    { name: '短答', type: 'fillIn', answer: '安培|A', ok: true, remarks: [expect.stringContaining('50% 安')] },
    { name: '数值', type: 'fillIn', answer: '#2±0.05', ok: true, remarks: ['answer: Units of numbers were left out'] },
    { name: '论述', type: 'questionAnswer', answer: '', ok: true, remarks: [] },
    {
      name: '填空',
      type: 'fillIn',
      answer: '#220±5\n零线\n交流',
      ok: true,
      remarks: [expect.stringContaining('50% 中线'), 'answer: A gap with a drop-down list was turned into a blank'],
    },
    { name: '连线', type: 'matching', answer: 'AB', ok: true, remarks: [] },
    {
      name: '说明',
      type: '',
      answer: '',
      ok: false,
      remarks: ['type: Questions of this type are not supported: description (not a question)'],
    },
    { name: '拖放', type: '', answer: '', ok: false, remarks: ['type: Questions of this type are not supported: drag and drop'] },
    { name: '选词', type: '', answer: '', ok: false, remarks: ['type: Questions of this type are not supported: drag and drop'] },
    { name: '排序', type: 'ordering', answer: 'AB', ok: true, remarks: [] },
    {
      name: '计算',
      type: '',
      answer: '',
      ok: false,
      remarks: ['type: Questions of this type are not supported: calculated (a template with variables)'],
    },
    { name: '别的插件', type: '', answer: '', ok: false, remarks: ['type: Questions of this type are not supported: "stack"'] },
    { name: '隐藏', type: 'judgement', answer: '错', ok: true, remarks: [expect.stringMatching(/hidden/)] },
  ]);
  const [first] = rows;
  expect(first?.question).toMatchObject({ category: '电工基础/直流 ／ 交流', tags: ['常考', '安全'], scoreHint: 1 });
  expect(first?.question?.stem).toMatch(
    /^<p>看图 <img src="\/uploads\/[0-9a-f]{32}\.png" alt="电路" width="30" height="20" ?\/?> 选一项。<\/p>$/,
  );
  expect(first?.question?.analysis).toContain('再想想');
  expect(rows[6]?.question?.key).toMatchObject({ reference: '<p>脱离电源。</p>' });
});

it('the Moodle reader reports recordings at their field: in options, pairs, feedback and data URLs', async () => {
  const sound = (name: string) => `<file name="${name}" path="/" encoding="base64">SUQz</file>`;
  const audio = '<audio controls="true"><source src="@@PLUGINFILE@@/a.mp3">@@PLUGINFILE@@/a.mp3</audio>';
  const own = `<audio src="/uploads/${'ab'.repeat(16)}.mp3" data-plays="2"></audio>`;
  const pair = (left: string) =>
    `<subquestion format="html"><text><![CDATA[${left}]]></text><answer><text>安</text></answer></subquestion>`;
  const choices = (stem: string, first = '甲', feedback = '') =>
    question('multichoice', 'x', stem, `<single>true</single>${answer('100', first, feedback)}${answer('0', '乙')}`);
  const cases: readonly [string, readonly string[]][] = [
    [choices(`听${audio}`), ['stem a.mp3']],
    [choices('听录音').replace('</questiontext>', `${sound('b 1.mp3')}</questiontext>`), ['stem b 1.mp3']],
    [choices(`听<audio src="data:audio/mp3;base64,${'A'.repeat(9000)}"></audio>`), ['stem data:audio/mp3']],
    [choices('听<a href="https://x.example/a.mp3?forcedownload=1">录音</a>'), ['stem https://x.example/a.mp3']],
    [choices('看<video><source src="@@PLUGINFILE@@/a.mp4"><track src="@@PLUGINFILE@@/a.vtt"></video>'), ['stem a.mp4', 'stem a.vtt']],
    [choices('听', `甲${audio}`), ['options.0 a.mp3']],
    [choices('听', `甲${own}`), [`options.0 ${'ab'.repeat(16)}.mp3`]],
    [choices('听', '甲', `&lt;audio src="@@PLUGINFILE@@/f.mp3"&gt;&lt;/audio&gt;`), ['analysis f.mp3']],
    [question('matching', 'x', '连', pair(`听${audio}`) + pair('电流')), ['left a.mp3']],
    [choices(`听${own}`), []],
  ];
  const { rows } = await validateBytes('quiz.xml', new TextEncoder().encode(`<quiz>${cases.map(([xml]) => xml).join('')}</quiz>`));
  const namedFields = rows.map(({ warnings }) =>
    warnings.flatMap(
      ({ field, reason }) =>
        /attachment "(.+)" cannot/
          .exec(reason.en)
          ?.slice(1)
          .map((name) => `${field} ${name}`) ?? [],
    ),
  );
  expect(namedFields).toEqual(cases.map(([, names]) => names));
  expect(rows.map(({ question: body }) => JSON.stringify(body ?? {}).match(/<audio/g)?.length ?? 0)).toEqual([
    ...cases.slice(1).map(() => 0),
    1,
  ]);
});
