import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

/** The constants from here on build QTI 2.1, 2.2 and 3.0 files in the form in which other programs write them. Their sentences are our own. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==', 'base64');
const correct = (...values: string[]) => `<correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>`;
const declared = (inner: string, cardinality = 'single', base = 'identifier', id = 'RESPONSE') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${base}">${inner}</responseDeclaration>`;
const template = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>';
const item = (title: string, declarations: string, body: string, processing = template) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" identifier="i" title="${title}" adaptive="false" timeDependent="false" xsi:schemaLocation="http://www.imsglobal.org/xsd/imsqti_v2p1 imsqti_v2p1.xsd">
  ${declarations}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
  <itemBody>${body}</itemBody>${processing}</assessmentItem>`;
const choices = (inner: string, max = 1) =>
  `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="${max}"><prompt>选一项。</prompt>${inner}</choiceInteraction>`;
const simple =
  '<simpleChoice identifier="X1" fixed="false">甲</simpleChoice><simpleChoice identifier="X2">乙</simpleChoice><simpleChoice identifier="X3"><p>丙<img src="../media/a%20b.png" alt="图"/></p></simpleChoice>';
const mapping = (...entries: [string, number][]) =>
  `<mapping defaultValue="0">${entries.map(([key, value]) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`).join('')}</mapping>`;

const items: Record<string, string> = {
  单选: item('单选', declared(correct('X2')), `<p>看图：</p>${choices(simple)}`),
  多选: item(
    '多选',
    declared(correct('X1', 'X3') + mapping(['X1', 1], ['X3', 1], ['X2', -1]), 'multiple'),
    choices(simple, 0),
    '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>',
  ),
  // Without `correctResponse`, only the points in `mapping` show which answer is right.
  只有映射: item('只有映射', declared(mapping(['X1', 0], ['X2', 2], ['X3', 0])), choices(simple)),
  判断: item(
    '判断',
    declared(correct('t')),
    choices('<simpleChoice identifier="t">正确</simpleChoice><simpleChoice identifier="f">错误</simpleChoice>'),
  ),
  文字: item(
    '文字',
    declared(correct('安培') + mapping(['安培', 1], ['A', 1], ['安', 0.5]), 'single', 'string'),
    '<p>电流的单位是 <textEntryInteraction responseIdentifier="RESPONSE" expectedLength="10"/>。</p>',
  ),
  数值: item(
    '数值',
    declared(correct('220'), 'single', 'float'),
    '<p>电压 <textEntryInteraction responseIdentifier="RESPONSE"/> V</p>',
    '<responseProcessing><responseCondition><responseIf><equal toleranceMode="absolute" tolerance="5 5"><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></equal><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
  ),
  下拉: item(
    '下拉',
    declared(correct('b')),
    '<p>低压是 <inlineChoiceInteraction responseIdentifier="RESPONSE" shuffle="false"><inlineChoice identifier="a">380 V</inlineChoice><inlineChoice identifier="b">220 V</inlineChoice></inlineChoiceInteraction></p>',
  ),
  论述: item(
    '论述',
    declared('', 'single', 'string'),
    '<rubricBlock view="scorer"><p>脱离电源。</p></rubricBlock><p>简述急救。</p><extendedTextInteraction responseIdentifier="RESPONSE" expectedLines="10"/>',
    '',
  ),
  自定义: item(
    '自定义',
    declared(correct('X1')),
    choices(simple),
    '<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><baseValue baseType="identifier">X2</baseValue></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0.5</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
  ),
  匹配: item(
    '匹配',
    declared(correct('a Y', 'b X'), 'multiple', 'directedPair'),
    '<matchInteraction responseIdentifier="RESPONSE" maxAssociations="2"><prompt>连起来</prompt><simpleMatchSet><simpleAssociableChoice identifier="a" matchMax="1">电压</simpleAssociableChoice><simpleAssociableChoice identifier="b" matchMax="1">电流</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="X" matchMax="1">安</simpleAssociableChoice><simpleAssociableChoice identifier="Y" matchMax="1">伏</simpleAssociableChoice></simpleMatchSet></matchInteraction>',
  ),
  排序: item(
    '排序',
    declared(correct('b', 'c', 'a'), 'ordered'),
    '<orderInteraction responseIdentifier="RESPONSE"><prompt>排一排</prompt><simpleChoice identifier="a">接地</simpleChoice><simpleChoice identifier="b">停电</simpleChoice><simpleChoice identifier="c">验电</simpleChoice></orderInteraction>',
  ),
  热点: item(
    '热点',
    declared(correct('a')),
    '<hotspotInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>点图</prompt></hotspotInteraction>',
  ),
  滑块: item(
    '滑块',
    declared(correct('3'), 'single', 'integer'),
    '<sliderInteraction responseIdentifier="RESPONSE" lowerBound="0" upperBound="9"><prompt>拖到 3</prompt></sliderInteraction>',
  ),
  两问: item(
    '两问',
    declared(correct('X1')) + declared(correct('x'), 'single', 'identifier', 'R2'),
    choices(simple) + choices(simple).replace('RESPONSE', 'R2'),
  ),
};
// QTI 3.0 of another program: prefixed names, CDATA, and a shared stimulus.
const three = `<qti:qti-assessment-item xmlns:qti="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="q" title="三" adaptive="false" time-dependent="false">
<qti:qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti:qti-correct-response><qti:qti-value><![CDATA[B]]></qti:qti-value></qti:qti-correct-response></qti:qti-response-declaration>
<qti:qti-item-body><div class="x"><p>变压器铁芯的作用？</p></div><qti:qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti:qti-simple-choice identifier="A"><p>绝缘</p></qti:qti-simple-choice><qti:qti-simple-choice identifier="B"><p>导磁</p></qti:qti-simple-choice></qti:qti-choice-interaction></qti:qti-item-body>
<qti:qti-modal-feedback outcome-identifier="F" identifier="A" show-hide="show"><qti:qti-content-body>铁芯导磁。</qti:qti-content-body></qti:qti-modal-feedback></qti:qti-assessment-item>`;

it('the QTI reader reads every item of a sample package, or reports what it leaves out', async () => {
  const names = [...Object.keys(items), '三'];
  const resources = names
    .map(
      (name, at) =>
        `<resource identifier="r${at}" type="${name === '三' ? 'imsqti_item_xmlv3p0' : at % 2 ? 'imsqti_item_xmlv2p1' : 'imsqti_item_xmlv2p2'}" href="items/${encodeURIComponent(name)}.xml"><file href="items/x.xml"/></resource>`,
    )
    .join('');
  const bytes = zipSync({
    'imsmanifest.xml': strToU8(
      `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="m"><metadata/><organizations/><resources><resource identifier="t" type="imsqti_test_xmlv2p1" href="test.xml"/>${resources}</resources></manifest>`,
    ),
    'test.xml': strToU8('<assessmentTest identifier="t" title="卷"/>'),
    'media/a b.png': png,
    ...Object.fromEntries(Object.entries({ ...items, 三: three }).map(([name, xml]) => [`items/${name}.xml`, strToU8(xml)])),
  });
  const { format, rows } = await validateBytes('package.zip', bytes);
  expect(format).toBe('qti');
  expect(
    rows.map(({ place, draft, question, faults, warnings }) => [
      place.replace(/^items\/|\.xml$/g, ''),
      draft.type,
      draft.answer,
      question !== undefined,
      [...faults, ...warnings].map(({ reason }) => reason.en.slice(0, 50)),
    ]),
  ).toEqual([
    ['单选', 'single', 'B', true, []],
    ['多选', 'multiple', 'AC', true, []],
    ['只有映射', 'single', 'B', true, []],
    ['判断', 'judgement', '对', true, []],
    ['文字', 'fillIn', '安培|A', true, [expect.stringContaining('0.5 安')]],
    ['数值', 'fillIn', '#220±5', true, []],
    ['下拉', 'fillIn', '220 V', true, ['A gap with a drop-down list was turned into a blan']],
    ['论述', 'questionAnswer', '', true, []],
    ['自定义', 'single', 'A', true, ['Custom scoring logic was left out. Only the correc']],
    ['匹配', 'matching', 'BA', true, []],
    ['排序', 'ordering', 'BCA', true, []],
    ['热点', '', '', false, ['Questions of this type are not supported: hotspot'].map((text) => text.slice(0, 50))],
    ['滑块', '', '', false, [expect.stringContaining('Questions of this type are not supported')]],
    ['两问', '', '', false, [expect.stringContaining('Questions of this type are not supported')]],
    ['三', 'single', 'B', true, []],
  ]);
  expect(rows[0]?.question?.options[2]?.html).toMatch(/^<p>丙<img src="\/uploads\/[0-9a-f]{32}\.png" alt="图"><\/p>$/);
  expect(rows[7]?.question).toMatchObject({ stem: '<p>简述急救。</p>', key: { reference: '<p>脱离电源。</p>' } });
  expect(rows.at(-1)?.question?.analysis).toBe('铁芯导磁。');
});
