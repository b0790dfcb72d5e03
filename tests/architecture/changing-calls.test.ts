import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CallSpec } from '../../sync/contract/call.ts';
import { apiContract } from '../../sync/contract/index.ts';
import { listSourceFiles } from './repo.ts';

/** Hooks, components and helpers that run a changing call through `useAction` for their caller. */
const actionHooks = [
  'useAction',
  'useSavedForm',
  'useTabSaves',
  'useCategoryEdits',
  'useQuestionChange',
  'useProfessionChange',
  'ConfirmDialog',
  'ActionDialog',
  'ReasonDialog',
  'PlanReasonDialog',
  // The calls that it creates for a resource run in the list page and the form of this resource.
  'createResourceCalls',
];

/**
 * Files whose changing calls do not run through `useAction`: calls without a button, and buttons that show their progress in another way.
 * Each has a reason.
 */
const withoutAction: Readonly<Record<string, string>> = {
  'platform/uploads/resumable-upload.ts': 'sent when a file has arrived; the server answers a repeat as before',
  'platform/session/session.ts': 'the sign-in page is busy while it signs in',
  'platform/session/sign-in.ts': 'the sign-in page is busy while it signs in',
  'features/people/parts/people-changes.tsx':
    'a report shows the progress of a bulk action; the server refuses a row whose version has changed',
  'features/paper/use-assembly.ts': 'repeats itself with the same seed until it is answered; the desk is busy meanwhile',
  'features/paper/use-paper-assembly-editor.ts': 'saves by itself after each change, under a key that the PC stores',
  'features/marking/send-marks.ts': 'sends the marks that the PC stores; each names its script',
  'features/learn/note-cache.ts': 'sends the notes that the PC stores; each has an id',
  'features/learn/own-outbox.ts': 'sends the records that the PC stores; each has an id',
  'features/invigilation/use-invigilated-room.ts': 'the tablet enters its room by itself; the server gives the same log again',
  'features/info/pages/article-page.tsx': 'sent by the page; an article is read once',
  'features/exercise/use-practice.ts': 'sends the answers that the PC stores; each has an id',
  'features/exam-sitting/parts/gate/seat-ports.ts': 'the page enters its seat by itself; a device gets the same seat again',
  'features/exam-plan/offline/answer-import.tsx':
    'takes no file while one is read; a file brought again changes nothing (answer-file.test.ts)',
  'features/course/parts/course-package-buttons.tsx': 'an import of many lessons; its button stops it while it runs',
};

/** Modules that only list paths of calls → a file that runs these calls in a hook of `actionHooks`. */
const declaresCalls: Readonly<Record<string, string>> = {
  'platform/room/room-machine.ts': 'features/exam-plan/readiness/readiness-page.tsx',
  'features/application/application-calls.ts': 'features/application/parts/review/review-pane.tsx',
};

const changingPaths = Object.values(apiContract)
  .flatMap((calls) => Object.values(calls) as (CallSpec & { path: string })[])
  .filter((spec) => spec.changes && spec.access !== 'ticket')
  .map((spec) => spec.path);
const textOf = (file: string): string => readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8');
const runsAction = (text: string): boolean => new RegExp(`\\b(?:${actionHooks.join('|')})\\b`).test(text);
/** Lists the paths of changing calls that a source makes: a call's path as the first argument of a function. */
function changesIn(source: string): string[] {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return changingPaths.filter((path) => new RegExp(`\\w\\(\\s*'${path}'`).test(text));
}
const files = listSourceFiles(new URL('../../web', import.meta.url).pathname, ['app', 'entities', 'features', 'platform', 'ui'])
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: textOf(file) }))
  .map(({ file, text }) => ({ file, text, changes: changesIn(text) }))
  .filter(({ changes }) => changes.length > 0);

it('every changing call of the web runs through useAction, or is listed as an exception', () => {
  const without = files.filter(({ text }) => !runsAction(text)).map(({ file }) => file);
  expect(without.toSorted()).toEqual([...Object.keys(withoutAction), ...Object.keys(declaresCalls)].toSorted());
});

it('every file that only declares calls is used by a file with useAction', () => {
  const run = [...Object.values(declaresCalls), 'platform/forms/resource-list-page.tsx', 'platform/forms/resource-form.tsx'];
  expect(run.filter((file) => !runsAction(textOf(file)))).toEqual([]);
});

it('changesIn finds a changing call in the source of a page', () => {
  expect(changesIn("const save = () => call(\n  '/paper/copy', input);")).toEqual(['/paper/copy']);
});
