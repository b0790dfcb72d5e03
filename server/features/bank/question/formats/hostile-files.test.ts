import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { maxQuestionFileRows } from '../../../../../sync/contract/bank/question-file.ts';
import { expectLinear as linearInSize } from '../../../../../tests/fixtures/expect-linear.ts';
import { validateFile } from './file-validation.ts';

/** Hostile input in QTI 1.2, CSV and pasted text is either refused within the limits or read in time linear in its size. */
const judge = (name: string, bytes: Uint8Array | string) =>
  validateFile({
    name,
    bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes,
    category: '',
    fixes: new Map(),
    drop: new Set(),
    bankId: 1,
  });
const outcomeOf = (name: string, bytes: Uint8Array | string) =>
  judge(name, bytes).then(
    () => 'read',
    (error: Error) => error.message,
  );

/** Asserts that the time to read a file grows at most linearly with its size. */
const expectLinear = (size: number, name: string, make: (size: number) => string) =>
  linearInSize(make, size, (text) => outcomeOf(name, text));

const item12 = (inner: string, conditions: string, type = 'multiple_choice_question', asked = 'response_lid') =>
  `<item ident="q" title="t"><itemmetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></itemmetadata><presentation><material><mattext>题</mattext></material><${asked} ident="r" rcardinality="Single">${inner}</${asked}></presentation><resprocessing>${conditions}</resprocessing></item>`;
const label = (id: number) => `<response_label ident="${id}"><material><mattext>选 ${id}</mattext></material></response_label>`;
const asks = (id: number) => `<varequal respident="r">${id}</varequal>`;
const many = (size: number, each: (at: number) => string): string => Array.from({ length: size }, (_, at) => each(at)).join('');
const condition = (inner: string) => `<respcondition><conditionvar>${inner}</conditionvar><setvar>100</setvar></respcondition>`;
const qti12 = (items: string) => `<questestinterop>${items}</questestinterop>`;

describe('the QTI 1.2 reader', () => {
  it('refuses a DOCTYPE, elements nested too deeply and malformed XML', async () => {
    expect(await outcomeOf('a.xml', `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]>${qti12('&c;')}`)).toMatch(/DOCTYPE/);
    expect(await outcomeOf('a.xml', qti12(`${'<section>'.repeat(100_000)}${'</section>'.repeat(100_000)}`))).toMatch(/too deeply/);
    expect(await outcomeOf('a.xml', qti12('<item><presentation>'))).toMatch(/error in line/);
  });

  it('refuses a zip bomb and paths that lead outside the package', async () => {
    const air = zipSync({ 'imsmanifest.xml': strToU8('<manifest/>'), 'q.xml': strToU8(qti12(' '.repeat(60_000_000))) }, { level: 9 });
    expect(await outcomeOf('a.zip', air)).toMatch(/zip bomb/);
    expect(await outcomeOf('a.zip', zipSync({ '../q.xml': strToU8(qti12('')) }))).toMatch(/leads outside/);
  });

  it('refuses more items than a file may have', async () => {
    expect(await outcomeOf('a.xml', qti12('<item/>'.repeat(maxQuestionFileRows + 1)))).toMatch(/20000|20,000/);
  });

  it('takes linear time for many right answers, choices, conditions, blanks and feedbacks', { timeout: 240_000 }, async () => {
    await expectLinear(1500, 'a.xml', (size) =>
      qti12(item12('<render_fib/>', condition(many(size, asks)), 'short_answer_question', 'response_str')),
    );
    await expectLinear(1500, 'a.xml', (size) => qti12(item12(many(size, label), condition(many(size, asks)))));
    await expectLinear(1500, 'a.xml', (size) =>
      qti12(
        item12(
          many(4, label),
          many(size, (at) => condition(asks(at))),
        ),
      ),
    );
    await expectLinear(1500, 'a.xml', (size) =>
      qti12(
        `<item ident="q"><presentation><material><mattext>题</mattext></material></presentation>${many(size, (at) => `<itemfeedback><material><mattext>因为 ${at}</mattext></material></itemfeedback>`)}</item>`,
      ),
    );
    await expectLinear(500, 'a.xml', (size) =>
      qti12(
        `<item ident="q"><itemmetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>fill_in_multiple_blanks_question</fieldentry></qtimetadatafield></itemmetadata><presentation><material><mattext>${many(size, (at) => `[b${at}] `)}</mattext></material>${many(size, (at) => `<response_lid ident="r${at}"><material><mattext>b${at}</mattext></material>${label(at)}</response_lid>`)}</presentation></item>`,
      ),
    );
  });
});

describe('the CSV reader', () => {
  const head = '题型,题干,选项A,选项B,答案';
  it('reads an unclosed quote as one cell, and reports the row', async () => {
    const { rows } = await judge('a.csv', `${head}\n单选题,"题,甲,乙,A\n${'单选题,题,甲,乙,A\n'.repeat(1000)}`);
    expect(rows.map((row) => [row.row, row.question])).toEqual([[2, undefined]]);
    expect(rows[0]?.faults.length).toBeGreaterThan(0);
  });

  it('refuses more rows than a file may have, and leaves out unknown columns', async () => {
    expect(await outcomeOf('a.csv', `${head}\n${'判断题,题,,,对\n'.repeat(maxQuestionFileRows + 1)}`)).toMatch(/20000|20,000/);
    const wide = await judge('a.csv', `${head}${many(5000, (at) => `,另${at}`)}\n判断题,题,,,对${','.repeat(5000)}\n`);
    expect(wide.rows.map((row) => row.question?.stem)).toEqual(['题']);
  });

  it('takes linear time for many cells, quotes, lines and unknown columns', { timeout: 240_000 }, async () => {
    await expectLinear(4000, 'a.csv', (size) => `${head}\n单选题,${'"'.repeat(size * 10)}`);
    await expectLinear(4000, 'a.csv', (size) => `${head}\n${','.repeat(size * 10)}`);
    await expectLinear(1500, 'a.csv', (size) => `${head}${many(size, (at) => `,另${at}`)}\n判断题,题,,,对`);
    await expectLinear(2000, 'a.csv', (size) => `${head}\n${'判断题,题,,,对\n'.repeat(size)}`);
    await expectLinear(4000, 'a.csv', (size) => `${'\n'.repeat(size * 10)}${head}\n判断题,题,,,对`);
  });
});

describe('the reader of pasted HTML', () => {
  it('removes scripts, frames and links, and reads the rest', async () => {
    const { rows } = await judge(
      'a.html',
      '<html><head><script>steal()</script><base href="//evil"></head><body onload="x()"><p>1. 题<iframe src="//evil"></iframe>（ ）<svg onload="x()"></svg></p><p>A. 甲<a href="javascript:x()">乙</a></p><p>B. 丙</p><p>答案：A</p></body></html>',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.question?.options.map(({ html }) => html)).toEqual(['甲乙', '丙']);
    expect(JSON.stringify(rows)).not.toMatch(/script|iframe|evil|onload|svg/);
  });

  it('refuses elements nested too deeply, and expands no entities', { timeout: 60_000 }, async () => {
    expect(await outcomeOf('a.html', `<div>1. 题${'<ul><li>'.repeat(20_000)}`)).toMatch(/too deeply/);
    const { rows } = await judge('a.html', '<!DOCTYPE html [<!ENTITY a "ha">]><p>1. 题 &a;（ ）</p><p>A. 甲</p><p>B. 乙</p><p>答案：A</p>');
    const stem = rows[0]?.question?.stem ?? rows[0]?.draft.stem;
    expect(stem).toContain('题');
    expect(stem).not.toContain('ha');
  });

  it('takes linear time for many fragments, elements, styles, comments and cells', { timeout: 240_000 }, async () => {
    await expectLinear(4000, 'a.html', (size) => `<p>1. 题</p>${'<!--StartFragment-->'.repeat(size)}`);
    await expectLinear(2000, 'a.html', (size) => `<p>1. 题（ ）${'<span style="mso-x:y">甲</span>'.repeat(size)}</p>`);
    await expectLinear(2000, 'a.html', (size) => `<p>1. 题（ ）</p>${'<p><b></p>'.repeat(size)}`);
    await expectLinear(2000, 'a.html', (size) => `<p>1. 题（ ）</p>${'<!--'.repeat(size)}`);
    await expectLinear(500, 'a.html', (size) => `<p>1. 题（ ）</p><table>${'<tr><td>甲<td>乙'.repeat(size)}</table>`);
    await expectLinear(2000, 'a.html', (size) => `<p>1. 题（ ）</p>${'<img src="x" alt="'.repeat(size)}`);
    await expectLinear(2000, 'a.html', (size) => `<p>1. 题（ ）</p>${'</p></b></table>'.repeat(size)}`);
  });
});
