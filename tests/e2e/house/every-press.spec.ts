import { globSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../rig/test.ts';
import { bankPresses } from './presses/bank-presses.ts';
import { cataloguePresses } from './presses/catalogue-presses.ts';
import { examPresses } from './presses/exam-presses.ts';
import { learningPresses } from './presses/learning-presses.ts';
import { enrollPresses } from './presses/enroll-presses.ts';
import { declarePresses } from './presses/declare-presses.ts';
import { filingPresses } from './presses/filing-presses.ts';
import { markingPresses } from './presses/marking-presses.ts';
import { peoplePresses } from './presses/people-presses.ts';
import { roomPresses } from './presses/room-presses.ts';
import { schoolPresses } from './presses/school-presses.ts';
import { taskPresses } from './presses/task-presses.ts';
import { changingCalls } from './presses/try-presses.ts';

const presses = [
  ...bankPresses,
  ...cataloguePresses,
  ...examPresses,
  ...learningPresses,
  ...enrollPresses,
  ...filingPresses,
  ...declarePresses,
  ...markingPresses,
  ...peoplePresses,
  ...roomPresses,
  ...schoolPresses,
  ...taskPresses,
];

/** Made without a button of their own, and why a second one does nothing. */
const excused: Readonly<Record<string, string>> = {
  '/upload/takeFile platform/resumable-upload.ts': 'comes by itself when a file has arrived; asked again, it is answered as before',
  '/learn/record features/learn/own-outbox.ts': 'what was learned is sent by itself; each record has a name and counts once',
  '/learn/keepNotes features/learn/note-cache.ts': 'what was kept on the device is sent by itself; each note has an id of its own',
  '/courseware/add features/course/course-package.ts':
    'an import makes its lessons one after another by itself; its button stops it while it runs, and each has a request key',
  '/course/add features/course/course-package.ts': 'the last step of the same import',
  '/info/setRead features/info/unsent-reads.ts': 'the page tells it by itself; who has read an article has read it',
  '/marking/arbitrate features/marking/parts/decision-dialog.tsx':
    'says what the answer is worth, for the answer that was shown; said twice it is the same',
  '/marking/enter features/marking/pages/paper-entry-page.tsx':
    'says what stands on the paper; the same person enters it once, however often',
  '/score/correct features/exam-plan/parts/correction-dialog.tsx':
    'done once for each request key; the second would change nobody’s score and is refused',
  '/score/recount features/exam-plan/parts/item-analysis.tsx': 'counts anew what is there; counted twice it is the same',
  '/score/answerReview features/exam-plan/parts/review-panel.tsx': 'a request is answered once; the second answer is refused',
  '/score/askReview features/exam-sitting/parts/score-review.tsx': 'asked once for each exam; the second is refused',
  '/certificate/issue features/certificate/pages/issue-page.tsx':
    'done once for each request key, and whoever has a certificate gets no second one',
  '/certificate/revoke features/certificate/pages/issue-page.tsx': 'what is revoked stays so',
  '/archive/make features/exam-plan/parts/archive-button.tsx': 'adds nothing: it gives an address that opens for some minutes',
  '/marking/take features/marking/use-script-queue.ts':
    'the page takes what lies before this marker already; choosing one of the list again gives the same one',
  '/marking/takeWhole features/marking/use-whole-paper.ts':
    'the page takes whom this marker has begun; asked again it is the same examinee',
  '/marking/giveBack features/marking/use-whole-paper.ts': 'what went back is not theirs any more; given back twice it is the same',
  '/exam/myReleaseCodes features/invigilation/use-room.ts': 'the tablet fetches it by itself, and keeps it; the code is the same each time',
  '/invigilation/decideAct features/exam-plan/parts/open-acts.tsx':
    'an act is decided once: pressed again it stands as it was decided, and the other decision is refused (room-acts.test.ts)',
  '/invigilation/enter features/invigilation/use-room.ts': 'the page enters its room by itself; the same tablet is given the same log',
  '/examRoom/addMany features/exam-room/parts/room-import.tsx':
    'done by choosing a file; none is taken while one is read, and rooms that are there already are refused',
  '/exercise/keepOwn features/exercise/use-practice.ts':
    'sent by itself; each paper and sitting has an id of its own, and is one whoever tells it',
  '/exercise/record features/exercise/use-practice.ts': 'sent by itself; each answer has an id of its own and counts once',
  '/exam/getSebFile features/exam-plan/parts/seb-file.tsx': 'adds nothing: the file is computed, and the same each time',
  '/exam/showReleaseCodes features/exam-plan/parts/room-codes.tsx':
    'adds nothing: the codes are derived, and the same each time; only the log says twice who looked',
  '/exam/showSpareCode features/exam-plan/parts/seat-ledger.tsx':
    'adds nothing: the code is derived, and the same until its examinee has moved',
  '/exam/issueSheet features/exam-plan/pages/sheet-page.tsx': 'asked for again it is the sheet they have (paper-sheet.test.ts)',
  '/exam/enterSheet features/exam-plan/parts/sheet-form.tsx': 'what the server has already is not written again (paper-sheet.test.ts)',
  '/exam/getSpareKit features/exam-plan/parts/room-codes.tsx':
    'adds nothing on the server; on the PC the newer kit takes the place of the older',
  '/exam/importAnswers features/exam-plan/parts/answer-import.tsx': 'a file brought again changes nothing (answer-file.test.ts)',
  '/exam/enter features/exam-sitting/parts/seat-ports.ts': 'the page asks for its seat by itself; the same device is given the same one',
  '/task/withdraw features/exam-plan/parts/open-work.tsx': 'a withdrawn assignment cannot be withdrawn again: the second call is refused',
  '/exercise/setOpen features/exam-plan/parts/open-work.tsx': 'closes a category; closing a closed category changes nothing',
};
/** Calls whose path is put together there. */
const together: Readonly<Record<string, string>> = {
  '/paper/setCoWorker': 'platform/sharing.tsx',
  '/exam/setCoWorker': 'platform/sharing.tsx',
};

/** Every place in `web/` that makes a call which changes something: a path, first in the brackets of a function. */
function placesOf(sources: readonly { readonly file: string; readonly text: string }[]): string[] {
  return changingCalls.flatMap((call) =>
    sources.filter(({ text }) => new RegExp(`\\w\\(\\s*'${call}'`).test(text)).map(({ file }) => `${call} ${file}`),
  );
}
const cwd = new URL('../../../web/', import.meta.url);
const sources = globSync('{app,features,platform,ui}/**/*.{ts,tsx}', { cwd })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  // What a comment shows is no call.
  .map((file) => ({ file, text: readFileSync(new URL(file, cwd), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }));

test('whatever makes a changing call is pressed twice in these tables, or excused', () => {
  const tried = new Set(presses.map(({ call, from }) => `${call} ${from}`));
  const places = [...placesOf(sources), ...Object.entries(together).map((place) => place.join(' '))];
  expect(places.filter((place) => !tried.has(place) && !(place in excused))).toEqual([]);
  expect([...tried, ...Object.keys(excused)].filter((place) => !places.includes(place))).toEqual([]);
  // Every changing call is made somewhere: none has a button that wasn't found.
  expect(changingCalls.filter((call) => !places.some((place) => place.startsWith(`${call} `)))).toEqual([]);
});

test('a planted one is found', () => {
  const text = "const save = useMutation({ mutationFn: () => call(\n  '/paper/copy', input) });";
  expect(placesOf([{ file: 'features/planted.tsx', text }])).toEqual(['/paper/copy features/planted.tsx']);
});
