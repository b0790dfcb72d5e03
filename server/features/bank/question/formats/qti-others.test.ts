import { strFromU8, unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validateQti3 } from '../../../../../tests/fixtures/questions/qti3-schema.ts';
import { richTags } from '../../../../../sync/contract/platform/rich-text.ts';
import { sampleQuestion } from '../../../../../tests/fixtures/questions/sample-question.ts';
import { sanitiseStoredHtml } from '../../../../rich-text/sanitise-html.ts';
import { cleanHtml } from './text/clean-html.ts';
import { writeQti } from './qti/qti-write.ts';
import { listDescendants, listChildElements, findFirstChild, parseXml, getElementText, type XmlElement } from './xml-tree.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

it('writeQti writes items valid against the schema, and its manifest lists every file', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(sampleQuestion, { minLength: 1, maxLength: 3 }), (questions) => {
      const files = unzipSync(writeQti(questions, new Map()));
      const read = (name: string) => parseXml(strFromU8(files[name] ?? new Uint8Array()));
      const items = Object.keys(files).filter((name) => name !== 'imsmanifest.xml');
      expect(Object.values(files).flatMap((file) => validateQti3(file))).toEqual([]);
      const listed = listDescendants(read('imsmanifest.xml'), 'file').map((file) => file.attributes['href']);
      expect(new Set(listed)).toEqual(new Set(items));
    }),
    { numRuns: 100, seed: 17 },
  );
});

const values = (declared: XmlElement): number[] =>
  listDescendants(declared, 'qti-map-entry').map((entry) => Number(entry.attributes['mapped-value']));

it('the normal-maximum of a QTI item equals the points that its mapping can give', () => {
  fc.assert(
    fc.property(sampleQuestion, (question) => {
      const files = unzipSync(writeQti([question], new Map()));
      const item = parseXml(strFromU8(files['items/q00001.xml'] ?? new Uint8Array()));
      const scoreDeclaration = listChildElements(item, 'qti-outcome-declaration').find(
        ({ attributes }) => attributes['identifier'] === 'SCORE',
      );
      const processing = findFirstChild(item, 'qti-response-processing');
      const sums = processing === undefined ? [] : listDescendants(processing, 'qti-map-response', 'qti-base-value');
      const reachable = sums.reduce((sum, each) => {
        if (each.name === 'qti-base-value') return sum + Number(getElementText(each));
        const declared = listChildElements(item, 'qti-response-declaration').find(
          ({ attributes }) => attributes['identifier'] === each.attributes['identifier'],
        );
        return (
          sum +
          // An interaction with several responses is worth the sum of their values; one with a single response is worth its best value.
          (declared?.attributes['cardinality'] === 'multiple'
            ? values(declared).reduce((all, each) => all + each, 0)
            : Math.max(...(declared ? values(declared) : [])))
        );
      }, 0);
      // A question that people mark has no response processing; its maximum is the intended number of points.
      const marked = processing === undefined ? (question.scoreHint ?? 1) : sums.length === 0 ? 1 : reachable;
      expect(Number(scoreDeclaration?.attributes['normal-maximum'])).toBeCloseTo(marked, 6);
    }),
    { numRuns: 100, seed: 17 },
  );
});

it('writeQti replaces elements that QTI does not have, and stays valid against the schema', () => {
  const stem = '<u>画线</u><s>删去</s><img src="/uploads/0123456789abcdef0123456789abcdef.png"><table><tr><td>甲</td></tr></table>';
  const [question] = fc.sample(sampleQuestion, { numRuns: 1, seed: 1 });
  const files = unzipSync(writeQti(question === undefined ? [] : [{ ...question, stem }], new Map()));
  const item = parseXml(strFromU8(files['items/q00001.xml'] ?? new Uint8Array()));
  expect(getElementText(findFirstChild(item, 'qti-item-body'))).toContain('画线删去甲');
  expect(validateQti3(files['items/q00001.xml'] ?? new Uint8Array())).toEqual([]);
});

it('validateQti3 refuses an unknown element or attribute, a wrong order and an undeclared response', () => {
  const item = (inner: string, more = '') =>
    `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="q1" title="t" time-dependent="false"><qti-response-declaration identifier="R" cardinality="single" base-type="string"/>${more}<qti-item-body>${inner}</qti-item-body></qti-assessment-item>`;
  const interaction = '<qti-extended-text-interaction response-identifier="R"/>';
  expect(validateQti3(item(`<p>题</p>${interaction}`))).toEqual([]);
  for (const invalidItem of [
    item('<u>甲</u>'),
    item('<p><p>甲</p></p>'),
    item('甲'),
    item('<p><img src="a.png"/></p>'),
    item('<p title="t">甲</p>'),
    item('<table><tr><td>甲</td></tr></table>'),
    item('<qti-extended-text-interaction response-identifier="S"/>'),
    item(
      interaction,
      '<qti-modal-feedback outcome-identifier="F" identifier="f" show-hide="show"><qti-content-body/></qti-modal-feedback>',
    ),
  ])
    expect(validateQti3(invalidItem), invalidItem).not.toEqual([]);
});

const inline = fc.constantFrom(
  '甲 &lt; 乙',
  '<br>',
  '<img src="/uploads/0123456789abcdef0123456789abcdef.png" title="t">',
  '$x$',
  '<math><mi>x</mi></math>',
);
const tree = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    inline,
    fc
      .tuple(fc.constantFrom(...richTags.filter((name) => !['br', 'hr', 'img'].includes(name))), tie('nodes'))
      .map(([name, inside]) => `<${name}${name === 'a' ? ' href="https://example.org/?a=1&amp;b=2"' : ''}>${inside}</${name}>`),
  ),
  nodes: fc.array(tie('node'), { maxLength: 3 }).map((nodes) => nodes.join('')),
}));

it('nested rich text is written as valid QTI and is read again unchanged', { timeout: 60_000 }, async () => {
  const question = fc.sample(sampleQuestion, { numRuns: 50, seed: 1 }).find(({ key }) => key.kind === 'rubric');
  await fc.assert(
    fc.asyncProperty(tree.nodes, async (nested) => {
      const stem = cleanHtml(sanitiseStoredHtml(`题${nested}`)).html;
      const bytes = writeQti(question === undefined ? [] : [{ ...question, stem, material: stem }], new Map());
      expect(Object.values(unzipSync(bytes)).flatMap((file) => validateQti3(file))).toEqual([]);
      const { rows } = await validateBytes('a.zip', bytes);
      const body = rows[0]?.question;
      expect([body?.stem, body?.material].map((html) => sanitiseStoredHtml(html ?? ''))).toEqual([stem, stem].map(sanitiseStoredHtml));
    }),
    { numRuns: 150 },
  );
});
