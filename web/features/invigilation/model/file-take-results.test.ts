import { expect, test } from 'vitest';
import { addFileResult, type FileTakeResult, listShownResults } from './file-take-results.ts';

const kept = { kind: 'kept', attemptIds: ['a'], ops: 3, strangers: 0, damaged: 0, pieces: 0 } as const;

test('names the damaged one of fifty files on a stick after the last was read', () => {
  let said: readonly FileTakeResult[] = [];
  said = addFileResult(said, { file: '01.wenkao', taken: kept });
  said = addFileResult(said, { file: '02.wenkao', taken: { ...kept, damaged: 1 } });
  said = addFileResult(said, { file: '03.wenkao', taken: { kind: 'otherRoom' } });
  said = addFileResult(said, { file: '04.wenkao', taken: { ...kept, pieces: 2 } });
  said = addFileResult(said, { file: '05.wenkao', taken: kept });
  expect(listShownResults(said).map(({ file }) => file)).toEqual(['02.wenkao', '03.wenkao', '04.wenkao', '05.wenkao']);
  // The file is chosen again and is complete this time.
  said = addFileResult(said, { file: '02.wenkao', taken: kept });
  expect(listShownResults(said).map(({ file }) => file)).toEqual(['03.wenkao', '04.wenkao', '02.wenkao']);
  // Codes read by the camera have no file name, so only the newest result is shown.
  said = addFileResult(addFileResult(said, { file: '', taken: { kind: 'broken' } }), { file: '', taken: kept });
  expect(listShownResults(said).map(({ file, taken }) => [file, taken.kind])).toEqual([
    ['03.wenkao', 'otherRoom'],
    ['04.wenkao', 'kept'],
    ['', 'kept'],
  ]);
});
