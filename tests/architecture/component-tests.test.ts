import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { listSourceFiles } from './repo.ts';

/** Forms that a component test opens through the page or the component that shows them. */
const openedThrough: Readonly<Record<string, string>> = {
  'features/exam-plan/plan/plan-form.tsx': 'features/exam-plan/plan/plan-edit-page.tsx',
  'features/paper/parts/paper-form.tsx': 'features/paper/pages/paper-edit-page.tsx',
  'features/question/parts/question-form.tsx': 'features/question/pages/question-edit-page.tsx',
  'features/school/parts/school-form.tsx': 'features/school/pages/school-edit-page.tsx',
  'features/system/parts/settings-form.tsx': 'features/system/parts/settings-panel.tsx',
  'platform/forms/form-dialog.tsx': 'platform/forms/resource-form.tsx',
};

/** Reasons for a form or dialog without a component test. */
const reasons = {
  resource: 'a resource: `resource-form.test.tsx` tries the form of each; these are its fields',
  yesOrNo: 'asks yes or no (`ConfirmDialog`): `dialogs.test.tsx` shows double press, lost answer and refusal of its action',
  asksWhy: 'asks for a reason (`ReasonDialog`): `every-dialog.test.tsx` tries it for the withdrawal of an exam',
  shows: 'shows something or saves it on this PC; it changes nothing on the server',
  passesOn: 'collects a choice and passes it on to its page',
  device: 'works on the stored rows of the device; tests of its model and the simulation show what is saved and sent',
  browser: 'needs files, layout or a camera; a browser spec runs it',
} as const;

const withoutTest: Readonly<Record<string, keyof typeof reasons>> = {
  'app/sign-out-dialog.tsx': 'yesOrNo',
  'features/audit/parts/entry-sheet.tsx': 'shows',
  'features/certificate/parts/incomplete-dialog.tsx': 'passesOn',
  'features/course/pages/course-form-page.tsx': 'resource',
  'features/course/pages/section-courseware-page.tsx': 'resource',
  'features/course/parts/courseware-form.tsx': 'resource',
  'features/detail/parts/import-dialog.tsx': 'passesOn',
  'features/detail/parts/outline-toolbar.tsx': 'passesOn',
  'features/detail/parts/table-actions.tsx': 'yesOrNo',
  'features/exam-plan/paper-entry/sheet-page.tsx': 'yesOrNo',
  'features/exam-plan/results/open-work.tsx': 'asksWhy',
  'features/exam-plan/results/release-panel.tsx': 'asksWhy',
  'features/exam-room/pages/marker-group-page.tsx': 'resource',
  'features/exam-room/parts/room-editor.tsx': 'resource',
  'features/exam-room/parts/room-import.tsx': 'browser',
  'features/exam-sitting/pages/assignment-score-page.tsx': 'shows',
  'features/exam-sitting/pages/test-list-page.tsx': 'yesOrNo',
  'features/exam-sitting/parts/hand-in/answer-codes-dialog.tsx': 'browser',
  'features/exam-sitting/parts/gate/prepare-panel.tsx': 'device',
  'features/exercise/pages/own-category-page.tsx': 'device',
  'features/exercise/pages/own-paper-list-page.tsx': 'device',
  'features/exercise/pages/own-sitting-list-page.tsx': 'device',
  'features/exercise/pages/own-sitting-page.tsx': 'device',
  'features/exercise/parts/schedule-sitting-dialog.tsx': 'device',
  'features/application/pages/form-designer-page.tsx': 'resource',
  'features/application/pages/form-list-page.tsx': 'resource',
  'features/application/pages/rule-set-list-page.tsx': 'resource',
  'features/application/parts/offer/batch-form.tsx': 'resource',
  'features/application/parts/review/bulk-approve.tsx': 'yesOrNo',
  'features/application/parts/offer/declaration-form.tsx': 'resource',
  'features/application/parts/review/table-export.tsx': 'shows',
  'features/info/pages/article-edit-page.tsx': 'resource',
  'features/info/parts/article-preview.tsx': 'shows',
  'features/info/parts/readers-dialog.tsx': 'shows',
  'features/invigilation/pages/room-page.tsx': 'device',
  'features/invigilation/parts/seat-code-list.tsx': 'shows',
  'features/kit/parts/kit-surfaces.tsx': 'shows',
  'features/learn/parts/course-download.tsx': 'device',
  'features/marking/parts/performed-marking.tsx': 'device',
  'features/paper/parts/question-picker.tsx': 'passesOn',
  'features/people/parts/bulk-report.tsx': 'shows',
  'features/people/parts/class-form.tsx': 'resource',
  'features/people/parts/password-slip.tsx': 'shows',
  'features/people/parts/slips-dialog.tsx': 'shows',
  'features/people/parts/slips-leave-dialog.tsx': 'shows',
  'features/profession/parts/profession-form.tsx': 'resource',
  'features/question/pages/question-list-page.tsx': 'yesOrNo',
  'features/question/import/preview-row.tsx': 'passesOn',
  'features/question/parts/question-sheet.tsx': 'shows',
  'features/school/parts/password-dialog.tsx': 'shows',
  'features/system/parts/job-list.tsx': 'yesOrNo',
  'features/assignment/pages/assignment-question-page.tsx': 'yesOrNo',
  'features/assignment/pages/assignment-score-page.tsx': 'yesOrNo',
  'platform/categories/category-tree-view.tsx': 'yesOrNo',
  'platform/forms/resource-list-page.tsx': 'yesOrNo',
  'platform/imports/sheet-row-correction.tsx': 'passesOn',
};

const web = new URL('../../web', import.meta.url).pathname;
const textOf = (file: string): string => readFileSync(join(web, file), 'utf8');
const tsx = listSourceFiles(web, ['app', 'entities', 'features', 'platform']).filter((file) => file.endsWith('.tsx'));
/** Lists the files of the web that a file imports, below `web/`. */
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => normalize(join(file, '..', path)));

/** True for a source with a form, a dialog or a sheet. The building blocks in `web/ui` do not count. */
const hasForm = (text: string): boolean =>
  /<(?:FormDialog|FormPage|ResourceForm|ReasonDialog|ActionDialog|ConfirmDialog|Dialog|Sheet)\b|\buse(?:SavedForm|ResourceForm)\b/.test(
    text,
  );

const tests = tsx.filter((file) => file.endsWith('.test.tsx'));
const opened = new Set(tests.flatMap(importsOf));
const withoutOwn = tsx.filter((file) => !file.endsWith('.test.tsx') && hasForm(textOf(file)) && !opened.has(file));

it('26.3: every form and dialog has a component test, or is listed with the reason why not', () => {
  expect(withoutOwn.toSorted()).toEqual([...Object.keys(openedThrough), ...Object.keys(withoutTest)].toSorted());
});

it('26.3: a form that is opened through another file is imported there, and a component test imports that file', () => {
  const lost = Object.entries(openedThrough).filter(([form, by]) => !opened.has(by) || !importsOf(by).includes(form));
  expect(lost).toEqual([]);
});

it('26.3: a form that is listed for the kit it is built with uses that kit', () => {
  const kits = { resource: /<ResourceForm\b|\buseResourceForm\b/, yesOrNo: /<ConfirmDialog\b/, asksWhy: /<ReasonDialog\b/ };
  const faulty = Object.entries(withoutTest).filter(
    ([file, reason]) => reason in kits && !kits[reason as keyof typeof kits].test(textOf(file)),
  );
  expect(faulty).toEqual([]);
});
