import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const judge = async (name: string, bytes: Uint8Array) => (await validateBytes(name, bytes)).rows;
const remarksOf = (warnings: readonly { field: string; reason: { 'zh-CN': string } }[]) =>
  warnings.map(({ field, reason }) => `${field} ${reason['zh-CN']}`);

const item = (body: string, after = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration><itemBody>${body}</itemBody>${after}</assessmentItem>`;
const choice = (feedback = '') =>
  `<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>选哪个</prompt><simpleChoice identifier="A">甲${feedback}</simpleChoice><simpleChoice identifier="B">乙</simpleChoice></choiceInteraction>`;
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const packed = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'imsmanifest.xml': '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="items/a.xml"/></resources></manifest>',
        ...files,
      }).map(([path, text]) => [path, typeof text === 'string' ? strToU8(text) : text]),
    ),
  );

it('a QTI rubric for candidates goes into the stem, a rubric for markers into the analysis', async () => {
  const file = new URL('../../../../../tests/fixtures/questions/faults/q-qti-rubric.xml', import.meta.url);
  const [row] = await judge('q-qti-rubric.xml', new Uint8Array(readFileSync(file)));
  expect(row?.question?.stem).toBe('<p>已知线圈电压为 220V，回答下题。</p> 线圈应接在');
  const [other] = await judge('a.xml', strToU8(item(`<rubricBlock view="scorer tutor"><p>给分从宽</p></rubricBlock>${choice()}`)));
  expect(other?.question).toMatchObject({ stem: '选哪个', analysis: '<p>给分从宽</p>' });
  expect(remarksOf(other?.warnings ?? [])).toEqual(['analysis 给阅卷人的说明已并入解析']);
});

it('QTI feedback within the body goes into the analysis, with the letter of its option', async () => {
  const block = '<feedbackBlock outcomeIdentifier="F" identifier="x" showHide="show"><p>先验电</p></feedbackBlock>';
  const inline = '<feedbackInline outcomeIdentifier="F" identifier="A" showHide="show">甲不对</feedbackInline>';
  const end = '<modalFeedback outcomeIdentifier="F" identifier="e" showHide="show">见规程</modalFeedback>';
  const [row] = await judge('a.xml', strToU8(item(choice(inline) + block, end)));
  expect(row?.question).toMatchObject({
    stem: '选哪个',
    options: [{ html: '甲' }, { html: '乙' }],
    analysis: '见规程<br><p>先验电</p><br>A：甲不对',
  });
  expect(remarksOf(row?.warnings ?? [])).toEqual(['analysis 各选项的反馈已并入解析']);
});

it('an audio object of a QTI item is reported with its file name', async () => {
  const [row] = await judge('a.xml', strToU8(item(`<p>听录音<object data="sound/a.mp3" type="audio/mpeg">录音</object></p>${choice()}`)));
  expect(row?.question?.stem).toBe('<p>听录音录音</p>选哪个');
  expect(remarksOf(row?.warnings ?? [])).toEqual(['stem 音频、视频或附件“a.mp3”不能导入，已去除']);
});

it('the HTML passage of a QTI object is read with its pictures, and a missing passage is reported', async () => {
  const body = `<object data="../passages/p.html" type="text/html">短文</object>${choice()}`;
  const html = '<html><head><title>x</title></head><body><p>电工作业须知。</p><img src="t.png"></body></html>';
  const [row] = await judge('a.zip', packed({ 'items/a.xml': item(body), 'passages/p.html': html, 'passages/t.png': png }));
  expect(row?.question?.stem).toMatch(/^<div><p>电工作业须知。<\/p><img src="\/uploads\/[0-9a-f]{32}\.png"><\/div>选哪个$/);
  const [lost] = await judge('a.zip', packed({ 'items/a.xml': item(body) }));
  expect(remarksOf(lost?.warnings ?? [])).toEqual(['stem 文件里没有它引用的短文：passages/p.html']);
});

const canvas = (type: string, presentation: string, condition: string) =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><item ident="q"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>${presentation}<response_str ident="r"><render_fib fibtype="Decimal"/></response_str></presentation><resprocessing><respcondition><conditionvar>${condition}</conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing></item></questestinterop>`;
const stem = '<material><mattext>转速是</mattext></material>';

it('an exact number in a Canvas item is read as a number with tolerance 0', async () => {
  const equal = '<varequal respident="r">1234.0</varequal>';
  const exact = `<or>${equal}<and><vargte respident="r">1234.0</vargte><varlte respident="r">1234.0</varlte></and></or>`;
  for (const [type, condition] of [
    ['numerical_question', exact],
    ['', exact],
    ['numerical_question', equal],
    ['short_answer_question', equal],
  ] as const) {
    const [row] = await judge('a.xml', strToU8(canvas(type, stem, condition)));
    expect(row?.question?.key, type).toEqual({ kind: 'blanks', blanks: [{ mode: 'number', value: 1234, tolerance: 0 }] });
  }
});

it('every text of a QTI 1.2 item is read, and its audio is reported', async () => {
  const parts = '<material><mattext>看图</mattext><mataudio uri="a.mp3"/></material><material><mattext>转速是</mattext></material>';
  const [row] = await judge('a.xml', strToU8(canvas('numerical_question', parts, '<varequal respident="r">5</varequal>')));
  expect(row?.question?.stem).toBe('看图<br>转速是<span data-blank="1"></span>');
  expect(remarksOf(row?.warnings ?? [])).toEqual(['stem 音频、视频或附件“a.mp3”不能导入，已去除']);
});

it('recordings, videos, links and frames of QTI 2 are reported at the field in which they stood', async () => {
  const options = (first: string) => choice().replace('甲', first);
  const remarks = async (body: string) => remarksOf((await judge('a.xml', strToU8(item(body))))[0]?.warnings ?? []);
  const lost = (field: string, name: string) => `${field} 音频、视频或附件“${name}”不能导入，已去除`;
  expect(await remarks(options('甲<object data="a.mp3" type="audio/mpeg"/>'))).toEqual([lost('options.0', 'a.mp3')]);
  expect(await remarks(options('甲<audio src="media/a.mp3"/>'))).toEqual([lost('options.0', 'a.mp3')]);
  expect(await remarks(`<p>看<video><source src="a.mp4"/></video></p>${choice()}`)).toEqual([lost('stem', 'a.mp4')]);
  expect(await remarks(`<p>看<a href="res/a.docx">附件</a></p>${choice()}`)).toEqual([lost('stem', 'a.docx')]);
  expect(await remarks(`<p>看<iframe src="https://film.example/7"/></p>${choice()}`)).toContain(lost('stem', 'https://film.example/7'));
});
