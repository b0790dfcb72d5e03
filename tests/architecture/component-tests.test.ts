import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { listSourceFiles } from './repo.ts';

/** Forms without a test of their own → the page or component through which a component test opens them. */
const openedThrough: Readonly<Record<string, string>> = {
  'features/directory/parts/directory-form.tsx': 'features/directory/pages/directory-page.tsx',
  'features/people/parts/people-changes.tsx': 'features/people/parts/people-list.tsx',
  'features/lti/parts/lti-form.tsx': 'features/lti/pages/lti-page.tsx',
  'features/webhook/parts/webhook-dialogs.tsx': 'features/webhook/pages/webhook-list-page.tsx',
  'platform/forms/form-frame.tsx': 'platform/forms/resource-form.tsx',
};

/**
 * Shared components whose forms and dialogs are tested once for all uses. `resource-form.test.tsx` tests the form of every resource,
 * `dialogs.test.tsx` the confirmation (double press, lost answer, refusal), and `every-dialog.test.tsx` the dialog that asks for a reason.
 */
const kits = /<(?:ResourceForm|ConfirmDialog|ReasonDialog)\b|\buseResourceForm\b/;
/** Matches forms and dialogs that a file builds by itself. The primitives in `web/ui` are not searched. */
const ownForms = /<(?:ActionDialog|Dialog|Sheet)\b|\buseSavedForm\b/;
/** Matches the shared frames of a form. A file that uses one needs no test of its own if it also uses a component of `kits`. */
const frames = /<(?:FormDialog|FormPage)\b/;

/** Reasons for a form or dialog without a component test. */
const reasons = {
  shows: 'shows something or saves it on this PC; it changes nothing on the server',
  passesOn: 'collects a choice and passes it on to its page',
  device: 'works on the stored rows of the device; tests of its model and the simulation show what is saved and sent',
  browser: 'needs files, layout or a camera; a browser spec runs it',
} as const;

const withoutTest: Readonly<Record<string, keyof typeof reasons>> = {
  'features/audit/parts/entry-sheet.tsx': 'shows',
  'features/detail/parts/import-dialog.tsx': 'passesOn',
  'features/exam-sitting/pages/assignment-score-page.tsx': 'shows',
  'features/exam-sitting/parts/hand-in/answer-codes-button.tsx': 'browser',
  'features/exercise/pages/own-category-page.tsx': 'device',
  'features/exercise/pages/own-sitting-page.tsx': 'device',
  'features/exercise/parts/schedule-sitting-dialog.tsx': 'device',
  'features/application/pages/review-page.tsx': 'shows',
  'features/info/parts/article-preview.tsx': 'shows',
  'features/info/parts/readers-dialog.tsx': 'shows',
  'features/invigilation/parts/seat-code-list.tsx': 'shows',
  'features/paper/parts/question-picker.tsx': 'passesOn',
  'features/question/import/preview-table.tsx': 'passesOn',
  'features/question/parts/question-sheet.tsx': 'shows',
  'features/school/parts/password-dialog.tsx': 'shows',
  'platform/imports/import-faults.tsx': 'passesOn',
};

const web = new URL('../../web', import.meta.url).pathname;
const textOf = (file: string): string => readFileSync(join(web, file), 'utf8');
const tsx = listSourceFiles(web, ['app', 'entities', 'features', 'platform']).filter((file) => file.endsWith('.tsx'));
/** Lists the files of the web that a file imports, below `web/`. */
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => normalize(join(file, '..', path)));

/** True for a source that contains a form, a dialog or a sheet which the tests of the shared components do not cover. */
const hasForm = (text: string): boolean => ownForms.test(text) || (frames.test(text) && !kits.test(text));

const tests = tsx.filter((file) => file.endsWith('.test.tsx'));
const opened = new Set(tests.flatMap(importsOf));
const withoutOwn = tsx.filter((file) => !file.endsWith('.test.tsx') && hasForm(textOf(file)) && !opened.has(file));

it('every form and dialog has a component test, or is listed with the reason', () => {
  expect(withoutOwn.toSorted()).toEqual([...Object.keys(openedThrough), ...Object.keys(withoutTest)].toSorted());
});

it('a form tested through another file is imported there, and a component test imports that file', () => {
  const lost = Object.entries(openedThrough).filter(([form, by]) => !opened.has(by) || !importsOf(by).includes(form));
  expect(lost).toEqual([]);
});
