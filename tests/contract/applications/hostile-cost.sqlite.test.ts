import { existsSync, readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchCalls } from '../../../sync/contract/applications/batch.ts';
import { declarationCalls, declarationResource, declareCalls } from '../../../sync/contract/applications/declaration.ts';
import { apiErrors } from '../../../sync/contract/errors.ts';
import { formCalls } from '../../../sync/contract/applications/form.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { createFormField } from '../../../sync/domain/applications/shipped-forms.ts';
import { ApiClient } from '../../e2e/rig/api-client.ts';
import { findFreePort } from '../../e2e/rig/free-port.ts';
import { BrowserTestServer } from '../../e2e/rig/server-process.ts';
import { deepestAnswers, deepestForm } from '../../fixtures/deepest-form.ts';
import { createWordDocument, createParagraph, createTextRun } from '../../fixtures/questions/word-document.ts';

/**
 * Sends the most expensive forms and question files to a server that was started as the README says. Each call must be answered or
 * refused, and other calls must be answered in the meantime.
 */
let server: BrowserTestServer;
let school: ApiClient;
let ordinaryMs: number;
beforeAll(async () => {
  server = new BrowserTestServer(await findFreePort());
  await server.start();
  school = await ApiClient.signIn(server.origin, 'school');
  ordinaryMs = await measureLongestTurn('an ordinary form', await prepareHandIn('普通', deepestForm.slice(0, 1), { name: '沈嘉禾' }));
}, 180_000);
afterAll(() => server.dispose());

/**
 * Maximum processor time in milliseconds for which the server's event loop may delay the reply to another call. Processor time depends less on the
 * load of the machine than wall time. Because shared cores are slower, three times the figure of an ordinary form is allowed as well.
 */
const turnBudgetMs = 100;

/** Reads the processor time that the server's event loop has used so far, in milliseconds. NaN where the system does not report it. */
function readLoopCpuMs(): number {
  const path = `/proc/${server.pid}/task/${server.pid}/schedstat`;
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6 : NaN;
}

/**
 * Requests `/healthz` again and again until the work is done. Returns the longest processor time that the event loop used during one request, in
 * milliseconds.
 */
async function measureLongestTurn(name: string, work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longestMs = 0;
  const ask = async (): Promise<void> => {
    while (!isDone) {
      const beforeMs = readLoopCpuMs();
      const answer = await fetch(`${server.origin}/healthz`);
      expect(answer.status, name).toBe(200);
      longestMs = Math.max(longestMs, readLoopCpuMs() - beforeMs || 0);
    }
  };
  await Promise.all([ask(), work().finally(() => (isDone = true))]);
  return longestMs;
}

async function expectOthersAnswered(name: string, work: () => Promise<unknown>): Promise<void> {
  expect(await measureLongestTurn(name, work), name).toBeLessThan(Math.max(turnBudgetMs, 3 * ordinaryMs));
}

const hourMs = 3_600_000;

test('a form with cyclic or too many conditions is refused when it is saved, without blocking other calls', async () => {
  const waiting = (key: string, ...fields: string[]) =>
    createFormField('choice', key, `栏${key}`, { shownWhen: fields.map((field) => ({ field, is: ['选项一'] })) });
  const designs = {
    cycle: [waiting('a', 'b'), waiting('b', 'a')],
    itself: [waiting('a', 'a')],
    wide: [waiting('a'), waiting('b', ...Array.from({ length: 100_000 }, () => 'a'))],
    many: [waiting('a'), ...Array.from({ length: 79 }, (_, at) => waiting(`b${at}`, 'a', 'a', 'a', 'a', 'a'))],
    long: Array.from({ length: 3000 }, (_, at) => waiting(`a${at}`)),
  };
  for (const [name, design] of Object.entries(designs))
    await expectOthersAnswered(name, async () => {
      const { code } = await school.send('/form/add', { name, note: '', design });
      expect([apiErrors.invalid.code, apiErrors.tooLarge.code], name).toContain(code);
    });
});

test('the deepest form is published, filled and handed in without blocking other calls', { timeout: 240_000 }, async () => {
  await expectOthersAnswered('handed in', await prepareHandIn('最深的表', deepestForm, deepestAnswers));
});

/** Opens a declaration project with a form of this design. Returns the call by which a student hands the form in. */
async function prepareHandIn(name: string, design: typeof deepestForm, answers: object): Promise<() => Promise<unknown>> {
  const form = await school.call(formCalls.add, { name, note: '', design });
  await school.call(formCalls.enact, form);
  const admin = await ApiClient.signIn(server.origin, 'enrolladmin');
  const { professions } = await admin.call(batchCalls.getChoices, {});
  const nowMs = Date.now();
  const project = await school.call(declarationCalls.add, {
    ...createExampleDraft(declarationResource),
    name,
    professionId: professions[0]?.id ?? 0,
    level: 4,
    formId: form.id,
    opensMs: nowMs - hourMs,
    closesMs: nowMs + hourMs,
  });
  await school.call(declarationCalls.setStatus, { ...project, status: 1 });
  const student = await ApiClient.signIn(server.origin, 'student');
  const { editionId } = await student.call(declareCalls.getMine, { offerId: project.id });
  return () =>
    student.call(declareCalls.submit, { offerId: project.id, editionId, answers: answers as typeof deepestAnswers, version: null });
}

const size = 30_000;
const many = (of: string): string => of.repeat(size / of.length);
const questions = (stem: string): string => JSON.stringify({ question: stem, options: [`(A)${stem}`, '(B)b'], label: 'A' });
const item = (stem: string): string =>
  `<questestinterop><item ident="a"><presentation><material><mattext>${stem}</mattext></material></presentation></item></questestinterop>`;
/** Returns a package of a few kilobytes that unpacks to 20 MB. */
const air = (path: string): Uint8Array => zipSync({ [path]: strToU8(' '.repeat(20_000_000)) }, { level: 9 });
const files: Readonly<Record<string, string | Uint8Array>> = {
  'breaks.jsonl': questions(`选择题${many('\n')}x`),
  'numbers.jsonl': questions(`选择题${many('\n\n1. ')}x`),
  'formulas.jsonl': questions(many('$\\frac{1}{2}$')),
  'braces.jsonl': questions(`$${many('{')}$`),
  'braces.gift': `::a::b {${many('{=')}`,
  'gaps.xml': `<quiz><question type="cloze"><questiontext format="html"><text>${many('{1:SA:=a')}</text></questiontext></question></quiz>`,
  'deep.xml': `<quiz>${'<question>'.repeat(100_000)}`,
  'entities.xml': `<!DOCTYPE a [<!ENTITY b "ha">]><quiz>&b;</quiz>`,
  'choices.xml': item(many('[b1] ')),
  'quotes.csv': `题型,题干,选项A,选项B,答案\n单选题,${many('"')}`,
  'brackets.txt': `1. 题（ ）\nA. 甲\n${many('（\n')}`,
  'deep.html': `<p>1. 题</p>${'<ul><li>'.repeat(20_000)}`,
  'tables.html': `<p>1. 题（ ）</p><table>${many('<tr><td>甲<td>乙')}</table>`,
  'air.docx': air('word/document.xml'),
  'letters.docx': createWordDocument(createParagraph(createTextRun(`1. 题${many(' A. ')}`))),
  'air.xlsx': air('xl/workbook.xml'),
};

test.each(Object.entries(files))('%s is read or refused without blocking other calls', { timeout: 120_000 }, async (fileName, file) => {
  const content = Buffer.from(file).toString('base64');
  await expectOthersAnswered(fileName, async () => {
    const { code, msg } = await school.send('/question/importPreview', { fileName, content });
    expect([0, apiErrors.refused.code], msg).toContain(code);
  });
});
