import { describe, expect, it } from 'vitest';
import { sectionType } from '../../../../../../sync/contract/codes.ts';
import { defaultClassification } from '../../../../../../sync/contract/bank/question-body.ts';
import { formatMessages } from '../format-messages.ts';
import { parseQuestionLine } from './question-line.ts';
import { questionMessages as messages } from '../../question-messages.ts';

const good = { question: '下列正确的是', options: ['(A)甲', '(B)乙', '(C)丙', '(D)丁'], label: 'B', other: { source: '某卷' } };
const read = (row: unknown) => parseQuestionLine(typeof row === 'string' ? row : JSON.stringify(row), '默认');
const faults = (row: unknown) => {
  const result = read(row);
  expect(result.question).toBeUndefined();
  return result.faults.map((fault) => [fault.field, fault.reason.en]);
};

describe('parseQuestionLine: valid rows', () => {
  it('reads a row as a question', () => {
    expect(read(good)).toEqual({
      question: {
        ...defaultClassification,
        type: sectionType.single,
        stem: '下列正确的是',
        options: [
          { id: 'A', html: '甲' },
          { id: 'B', html: '乙' },
          { id: 'C', html: '丙' },
          { id: 'D', html: '丁' },
        ],
        key: { kind: 'choice', right: ['B'] },
        analysis: '',
        difficulty: 2,
        category: '默认',
        source: '某卷',
      },
      faults: [],
      warnings: [],
    });
  });

  it('reads a label that lists several options as multiple choice', () => {
    expect(read({ ...good, label: ['D', 'A'] }).question).toMatchObject({
      type: sectionType.multiple,
      key: { kind: 'choice', right: ['A', 'D'] },
    });
    expect(read({ ...good, label: ['C'] }).question?.type).toBe(sectionType.single);
    expect(read({ ...good, label: 'AC' })).toMatchObject({
      question: { type: sectionType.multiple, key: { right: ['A', 'C'] } },
      warnings: [{ field: 'label', reason: messages.labelString('AC') }],
    });
  });

  it('escapes HTML, keeps formulas and breaks lines', () => {
    const { question } = read({ ...good, question: '若 a<b & $x<y$：\n<img src=x onerror=alert(1)>' });
    expect(question?.stem).toBe('若 a&lt;b &amp; $x&lt;y$：<br>&lt;img src=x onerror=alert(1)&gt;');
  });

  it('puts the passage before the stem', () => {
    expect(read({ ...good, passage: '阅读材料' }).question?.stem).toBe('阅读材料<br>下列正确的是');
  });

  it('reads a judgement from any common word or sign', () => {
    for (const label of [true, 'T', '对', '√', 'true'])
      expect(read({ type: 'judgement', question: '对吗', label }).question?.key).toEqual({ kind: 'choice', right: ['T'] });
    const { question } = read({
      type: 'judgement',
      question: '对吗',
      label: '错',
      difficulty: 'hard',
      analysis: '因为',
      category: '安全',
      source: '自编',
    });
    expect(question).toMatchObject({
      type: sectionType.judgement,
      options: [
        { id: 'T', html: '正确' },
        { id: 'F', html: '错误' },
      ],
      key: { kind: 'choice', right: ['F'] },
      difficulty: 3,
      analysis: '因为',
      category: '安全',
      source: '自编',
    });
  });

  it('reads fill-ins with several blanks', () => {
    const { question } = read({
      type: 'fillIn',
      question: '安全电压是____V，频率____，符号___',
      blanks: [{ value: 36, tolerance: 0.5 }, ['50Hz', '50 赫兹'], 'U'],
    });
    expect(question).toMatchObject({
      type: sectionType.fillIn,
      stem: '安全电压是<span data-blank="1"></span>V，频率<span data-blank="2"></span>，符号<span data-blank="3"></span>',
      options: [],
      key: {
        kind: 'blanks',
        blanks: [
          { mode: 'number', value: 36, tolerance: 0.5 },
          { mode: 'text', anyOf: ['50Hz', '50 赫兹'], ignoreCase: true, ignoreWidth: true },
          { mode: 'text', anyOf: ['U'], ignoreCase: true, ignoreWidth: true },
        ],
      },
    });
  });
});

describe('parseQuestionLine: repaired rows', () => {
  it('takes options off the end of the stem', () => {
    expect(read({ ...good, question: '下列正确的是 （A）甲 （B）乙 （C）丙 （D）丁', options: [] })).toMatchObject({
      question: { stem: '下列正确的是', options: [{ html: '甲' }, { html: '乙' }, { html: '丙' }, { html: '丁' }] },
      warnings: [{ field: 'question', reason: messages.optionsGluedToStem(4) }, {}, {}, {}, {}],
    });
    expect(
      read({ ...good, question: '下列正确的是（　　） A．甲 B．乙', options: ['C．丙', 'D．丁'] }).question?.options.map((one) => one.html),
    ).toEqual(['甲', '乙', '丙', '丁']);
  });

  it('separates options that run together', () => {
    const result = read({ ...good, options: ['(A)甲 (B)乙', '(C)丙 (D)丁'] });
    expect(result.question?.options.map((one) => one.html)).toEqual(['甲', '乙', '丙', '丁']);
    expect(result.warnings).toEqual([
      { field: 'options.0', reason: messages.optionsGlued(1) },
      { field: 'options.1', reason: messages.optionsGlued(1) },
    ]);
  });

  it('leaves an option letter within a text alone', () => {
    const { question } = read({ ...good, options: ['(A)长征5号B、织女星', '(B)甲 (C)型', '(C)丙', '(D)丁'] });
    expect(question?.options.map((one) => one.html)).toEqual(['长征5号B、织女星', '甲 (C)型', '丙', '丁']);
  });

  it('numbers options without letters, with a warning', () => {
    const result = read({ ...good, options: ['甲', '乙'] });
    expect(result.question?.options).toEqual([
      { id: 'A', html: '甲' },
      { id: 'B', html: '乙' },
    ]);
    expect(result.warnings).toHaveLength(2);
  });

  it('warns of missing figures, stray dollar signs, bad formulas and removed characters', () => {
    const notes = (row: object) => read({ ...good, ...row }).warnings.map((warning) => [warning.field, warning.reason.en]);
    expect(notes({ question: '如图所示，物块受力是' })).toEqual([['question', messages.figureMissing('如图所示').en]]);
    expect(notes({ question: '从图像上看，光从上表面射入' })).toEqual([]);
    expect(notes({ question: '费用为 5$ 时' })).toEqual([['question', messages.strayDollar().en]]);
    expect(notes({ question: '求 $\\frac{1}{$ 的值' })).toEqual([['question', messages.badFormula('\\frac{1}{').en]]);
    expect(notes({ question: '求 \\alpha 的值' })).toEqual([['question', messages.strayCommand('\\alpha').en]]);
    expect(notes({ question: '一\u200b个' })).toEqual([['question', formatMessages.invisibleRemoved(['U+200B']).en]]);
  });
});

describe('parseQuestionLine: refused rows', () => {
  it.each([
    ['{"question": "断了', [['', expect.stringMatching(/^Not valid JSON/)]]],
    ['[1]', [['', messages.notObject().en]]],
    [{ ...good, question: undefined }, [['question', messages.missing().en]]],
    [{ ...good, question: 3 }, [['question', messages.mustBeText().en]]],
    [{ ...good, question: ' \n　' }, [['question', messages.emptyStem().en]]],
    [{ ...good, options: undefined }, [['options', messages.missing().en]]],
    [{ ...good, options: 'A' }, [['options', messages.mustBeList().en]]],
    [{ ...good, options: [1, 2] }, [['options', messages.mustBeList().en]]],
    [{ ...good, options: ['(A)甲'], label: 'A' }, [['options', messages.tooFewOptions(1).en]]],
    [{ ...good, options: ['(A)甲', '(B) ', '(C)丙'], label: 'A' }, [['options.1', messages.emptyOption().en]]],
    [{ ...good, options: ['(A)甲', '(B)乙', '(C)甲 '] }, [['options.2', messages.duplicateOption('A').en]]],
    [{ ...good, options: ['(A)甲', '(C)乙'], label: 'A' }, [['options.1', messages.optionOrder('(C)', '(B)').en]]],
    [{ ...good, label: undefined }, [['label', messages.missing().en]]],
    [{ ...good, label: null }, [['label', messages.missing().en]]],
    [{ ...good, label: '' }, [['label', messages.labelEmpty().en]]],
    [{ ...good, label: [] }, [['label', messages.labelEmpty().en]]],
    [{ ...good, label: 2 }, [['label', messages.labelType().en]]],
    [{ ...good, label: 'E' }, [['label', messages.labelNotOption('E').en]]],
    [{ ...good, label: ['A', 'A'] }, [['label', messages.labelRepeated('A').en]]],
    [{ ...good, type: 'single', label: ['A', 'B'] }, [['label', messages.singleWithMany(2).en]]],
    [{ ...good, type: 'essay' }, [['type', messages.unknownType('essay').en]]],
    [{ ...good, difficulty: 'extreme' }, [['difficulty', messages.unknownDifficulty('extreme').en]]],
    [{ type: 'judgement', question: '对吗', label: 'maybe' }, [['label', messages.judgementLabel('maybe').en]]],
    [{ type: 'fillIn', question: '一____', blanks: ['a', 'b'] }, [['blanks', messages.blankCount(1, 2).en]]],
    [{ type: 'fillIn', question: '一____', blanks: [{ value: 'x' }] }, [['blanks.0', messages.blankRule().en]]],
    [{ type: 'fillIn', question: '一____' }, [['blanks', messages.missing().en]]],
  ])('reports the reason for %j', (row, named) => {
    expect(faults(row)).toEqual(named);
  });

  it('reports all errors of a row at once', () => {
    expect(faults({ question: '', options: ['(A)甲', '(B)甲'], label: 'F' }).map(([field]) => field)).toEqual([
      'question',
      'options.1',
      'label',
    ]);
  });

  it('refuses a stem that is too long for the bank', () => {
    expect(faults({ ...good, question: '长'.repeat(60_001) })).toEqual([['stem', expect.stringMatching(/^Out of the allowed range/)]]);
  });
});
