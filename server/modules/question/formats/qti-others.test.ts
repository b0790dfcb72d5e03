import { strFromU8, unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { qti3Faults } from '../../../../tests/fixtures/questions/qti3-schema.ts';
import { sampleQuestion } from '../../../../tests/fixtures/questions/sample-question.ts';
import { writeQti } from './qti-write.ts';
import { allOf, elementsOf, firstOf, parseXml, textOf } from './xml-tree.ts';

it('a QTI package is as the schema has it, and its manifest names every file', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(sampleQuestion, { minLength: 1, maxLength: 3 }), (questions) => {
      const files = unzipSync(writeQti(questions, new Map()));
      const read = (name: string) => parseXml(strFromU8(files[name] ?? new Uint8Array()));
      const items = Object.keys(files).filter((name) => name !== 'imsmanifest.xml');
      expect(items.flatMap((name) => qti3Faults(read(name)))).toEqual([]);
      const listed = allOf(read('imsmanifest.xml'), 'file').map((file) => file.attributes['href']);
      expect(new Set(listed)).toEqual(new Set(items));
    }),
    { numRuns: 100, seed: 17 },
  );
});

it('the most that an item can give is what it says it gives', () => {
  fc.assert(
    fc.property(sampleQuestion, (question) => {
      const files = unzipSync(writeQti([question], new Map()));
      const item = parseXml(strFromU8(files['items/q00001.xml'] ?? new Uint8Array()));
      const most = elementsOf(item, 'qti-outcome-declaration').find(({ attributes }) => attributes['identifier'] === 'SCORE');
      const processing = firstOf(item, 'qti-response-processing');
      const sums = processing === undefined ? [] : allOf(processing, 'qti-map-response', 'qti-base-value');
      const reachable = sums.reduce((sum, each) => {
        if (each.name === 'qti-base-value') return sum + Number(textOf(each));
        const declared = elementsOf(item, 'qti-response-declaration').find(
          ({ attributes }) => attributes['identifier'] === each.attributes['identifier'],
        );
        return (
          sum + Math.max(...(declared ? allOf(declared, 'qti-map-entry') : []).map((entry) => Number(entry.attributes['mapped-value'])))
        );
      }, 0);
      // Of what a person marks, the points it is meant to be worth.
      const marked = processing === undefined ? (question.scoreHint ?? 1) : sums.length === 0 ? 1 : reachable;
      expect(Number(most?.attributes['normal-maximum'])).toBeCloseTo(marked, 6);
    }),
    { numRuns: 100, seed: 17 },
  );
});

it('what QTI has no element for is said in those it has, and comes back', () => {
  const stem = '<u>画线</u><s>删去</s><img src="/uploads/0123456789abcdef0123456789abcdef.png"><table><tr><td>甲</td></tr></table>';
  const [question] = fc.sample(sampleQuestion, { numRuns: 1, seed: 1 });
  const files = unzipSync(writeQti(question === undefined ? [] : [{ ...question, stem }], new Map()));
  const item = parseXml(strFromU8(files['items/q00001.xml'] ?? new Uint8Array()));
  expect(qti3Faults(item)).toEqual([]);
  expect(qti3Faults(parseXml('<qti-item-body><u>甲</u></qti-item-body>'))).not.toEqual([]);
});
