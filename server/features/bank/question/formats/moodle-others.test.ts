import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import type { BlankRule, QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { sampleQuestion } from '../../../../../tests/fixtures/questions/sample-question.ts';
import { writeCloze, readCloze } from './cloze.ts';
import { writeMoodle } from './moodle/moodle-write.ts';
import { listChildElements, findFirstChild, parseXml, getElementText, type XmlElement } from './xml-tree.ts';

/**
 * An independent implementation of Moodle's rules, from its documentation and the behaviour of its importer. It knows the required parts of a
 * `<question>` of each type, the allowed shares of a mark, and the gaps of a cloze text.
 */
const shares = [100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0];
const isShare = (fraction: number): boolean => shares.some((share) => Math.abs(share - Math.abs(fraction)) < 0.001);

const answer = /(?:(=|%-?\d+(?:[.,]\d*)?%)?(.+?(?<!\\|&|&amp;)(?=[~#}]|$))(?:#(.*?(?<!\\)(?=[~}]|$)))?)/;
const gap = new RegExp(`\\{(\\d*):([A-Z_]+):(${answer.source}(?:~${answer.source})*)\\}`);
const entity: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entity[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
/** Returns the gaps of a cloze text with their kind and accepted answers. */
function gapsOf(text: string): { readonly kind: string; readonly answers: readonly string[] }[] {
  const found: { kind: string; answers: string[] }[] = [];
  let rest = text;
  for (let at = gap.exec(rest); at; at = gap.exec(rest)) {
    const [gapText, , kind = '', content = ''] = at;
    const answers: string[] = [];
    let remaining = content;
    for (let one = answer.exec(remaining); one; one = answer.exec(remaining)) {
      answers.push(decoded((one[2] ?? '').replaceAll('\\}', '}').replaceAll('\\#', '#')));
      remaining = remaining.slice(one.index + one[0].length + 1);
      if (remaining === '') break;
    }
    found.push({ kind, answers });
    rest = rest.slice(at.index + gapText.length);
  }
  return found;
}

const textIn = (question: XmlElement, name: string): string => getElementText(findFirstChild(findFirstChild(question, name), 'text'));
const types: Readonly<Record<number, string>> = {
  [sectionType.single]: 'multichoice',
  [sectionType.multiple]: 'multichoice',
  [sectionType.judgement]: 'truefalse',
  [sectionType.fillIn]: 'cloze',
  [sectionType.ordering]: 'ordering',
  [sectionType.matching]: 'matching',
};
function expectReadable(element: XmlElement, { type, key, options }: QuestionBody): void {
  expect(element.attributes['type']).toBe(types[type] ?? 'essay');
  expect(textIn(element, 'name').trim()).not.toBe('');
  expect(textIn(element, 'questiontext').trim()).not.toBe('');
  const answers = listChildElements(element, 'answer').map((each) => ({
    fraction: Number(each.attributes['fraction']),
    text: getElementText(findFirstChild(each, 'text')),
  }));
  // In an ordering question, `fraction` is the place of the item in the right order, from 1, instead of a share of the mark.
  if (key.kind === 'order') expect(answers.map(({ fraction }) => fraction)).toEqual(key.right.map((_, at) => at + 1));
  else expect(answers.every(({ fraction, text }) => isShare(fraction) && text !== '')).toBe(true);
  if (key.kind === 'match') {
    const pairs = listChildElements(element, 'subquestion');
    expect(pairs.filter((pair) => getElementText(findFirstChild(pair, 'text')) !== '')).toHaveLength(key.right.length);
    expect(pairs.every((pair) => textIn(pair, 'answer') !== '')).toBe(true);
  }
  if (type === sectionType.judgement)
    expect(answers.find(({ fraction }) => fraction === 100)?.text).toBe(key.kind === 'choice' && key.right[0] === 'T' ? 'true' : 'false');
  else if (key.kind === 'choice') {
    expect(answers).toHaveLength(options.length);
    const most = answers.reduce((sum, { fraction }) => sum + Math.max(0, fraction), 0);
    expect(Math.abs(most - 100)).toBeLessThan(0.001);
    expect(answers.flatMap(({ fraction }, at) => (fraction > 0 ? [options[at]?.id] : []))).toEqual(key.right);
    expect(getElementText(findFirstChild(element, 'single'))).toBe(String(type === sectionType.single));
  } else if (key.kind === 'blanks')
    expect(gapsOf(textIn(element, 'questiontext'))).toEqual(
      key.blanks.map((rule) =>
        rule.mode === 'number'
          ? { kind: 'NUMERICAL', answers: [`${rule.value}:${rule.tolerance}`] }
          : { kind: rule.ignoreCase ? 'SHORTANSWER' : 'SHORTANSWER_C', answers: rule.anyOf },
      ),
    );
}

it('writeMoodle writes XML that an independent reader of Moodle’s rules accepts', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(sampleQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
      const written = listChildElements(parseXml(writeMoodle(questions, new Map())), 'question').filter(
        ({ attributes }) => attributes['type'] !== 'category',
      );
      expect(written).toHaveLength(questions.length);
      for (const [at, question] of questions.entries()) expectReadable(written[at] as XmlElement, question);
    }),
    { numRuns: 100, seed: 17 },
  );
});

it('cloze answers that contain syntax characters are escaped so that Moodle reads the same answers', () => {
  const anyOf = ['I=U/R', '{a}', 'a~b', '50%#1', 'C:\\x', 'R&', '"0"'];
  const rule: BlankRule = { mode: 'text', anyOf, ignoreCase: true, ignoreWidth: true };
  const text = writeCloze('电流 <span data-blank="1"></span>', [rule]);
  expect(gapsOf(text)).toEqual([{ kind: 'SHORTANSWER', answers: anyOf }]);
  expect(readCloze('{1:SA:=I=U\\/R~=\\frac~=a\\}b\\#c}', () => undefined).answer).toBe('I=U/R|\\\\frac|a}b#c');
});
