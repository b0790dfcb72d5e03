import { describe, expect, it } from 'vitest';
import { formatRowDigests, validateBytes, validateParagraphs } from '../../../../../tests/fixtures/questions/row-digest.ts';
import { parseBlanks, formatBlanks } from './answer-text.ts';
import { splitBlankAnswer } from './blank-lines.ts';

describe('splitBlankAnswer', () => {
  it.each([
    ['①甲 ②乙', 2, '甲\n乙'],
    ['①甲；②乙。', 2, '甲\n乙'],
    ['1.丙 2.丁', 2, '丙\n丁'],
    ['1、丙\n2、丁', 2, '丙\n丁'],
    ['（1）丙（2）丁', 2, '丙\n丁'],
    ['第一空：戊；第二空：己', 2, '戊\n己'],
    ['空1：戊 空2：己', 2, '戊\n己'],
    ['(壬)(癸)', 2, '壬\n癸'],
    ['①甲', 1, '甲'],
    ['1.5 V', 1, '1.5 V'],
    ['①③④', 1, '①③④'],
    ['220；50', 2, '220\n50'],
    ['#220±5', 1, '#220±5'],
  ])('reads the answer %s of %i blanks', (given, count, answer) => {
    expect(splitBlankAnswer(given, count)).toEqual({ answer, warnings: [] });
  });

  it('reports a doubt and keeps the answer if its labels do not match the number of blanks', () => {
    const { answer, warnings } = splitBlankAnswer('①甲 ②乙', 1);
    expect(answer).toBe('①甲 ②乙');
    expect(warnings.map((doubt) => doubt.en)).toEqual(['The answer labels 2 blanks, but the stem has 1. Please check']);
  });

  it('reads texts joined by 或 or / as alternatives and reports a doubt, but leaves units alone', () => {
    const read = (given: string) => {
      const { answer, warnings } = splitBlankAnswer(given, 1);
      return [answer, warnings.length];
    };
    expect(read('兆欧表或摇表')).toEqual(['兆欧表|摇表', 1]);
    expect(read('兆欧表/摇表')).toEqual(['兆欧表|摇表', 1]);
    for (const unit of ['km/h', '米/秒', '1/2', '与或非门']) expect(read(unit)).toEqual([unit, 0]);
  });

  it('keeps a stored spelling that looks like labels or alternatives when it is written and read again', () => {
    for (const spelling of ['甲乙或丙丁', '①甲', '1.丙']) {
      const rules = [{ mode: 'text' as const, anyOf: [spelling], ignoreCase: true, ignoreWidth: true }];
      const { answer } = splitBlankAnswer(formatBlanks(rules), 1);
      expect(parseBlanks(answer, () => undefined)).toEqual(rules);
    }
  });

  it('is applied to Word documents and to spreadsheets', async () => {
    const word = await validateParagraphs('一、填空题\n1．甲是____，乙是____。\n答案：①一 ②二');
    const sheet = await validateBytes('a.csv', new TextEncoder().encode('题型,题干,答案\n填空题,甲是____，乙是____。,①一 ②二'));
    expect(formatRowDigests(word)).toEqual(['一、1 fillIn 一\n二']);
    expect(formatRowDigests(sheet)).toEqual(['fillIn 一\n二']);
  });
});
