import { expect, test } from 'vitest';
import { addFileResult, type FileTakeResult, listShownResults } from './file-take-results.ts';

const keptResult = { kind: 'kept', attemptIds: ['a'], ops: 3, strangers: 0, damaged: 0, chunks: 0 } as const;

test('listShownResults still shows a damaged file after later files were read', () => {
  let results: readonly FileTakeResult[] = [];
  results = addFileResult(results, { file: '01.wenkao', result: keptResult });
  results = addFileResult(results, { file: '02.wenkao', result: { ...keptResult, damaged: 1 } });
  results = addFileResult(results, { file: '03.wenkao', result: { kind: 'otherRoom' } });
  results = addFileResult(results, { file: '04.wenkao', result: { ...keptResult, chunks: 2 } });
  results = addFileResult(results, { file: '05.wenkao', result: keptResult });
  expect(listShownResults(results).map(({ file }) => file)).toEqual(['02.wenkao', '03.wenkao', '04.wenkao', '05.wenkao']);
  // The file is chosen again and is complete this time.
  results = addFileResult(results, { file: '02.wenkao', result: keptResult });
  expect(listShownResults(results).map(({ file }) => file)).toEqual(['03.wenkao', '04.wenkao', '02.wenkao']);
  // Codes read by the camera have no file name, so only the newest result is shown.
  results = addFileResult(addFileResult(results, { file: '', result: { kind: 'broken' } }), { file: '', result: keptResult });
  expect(listShownResults(results).map(({ file, result: taken }) => [file, taken.kind])).toEqual([
    ['03.wenkao', 'otherRoom'],
    ['04.wenkao', 'kept'],
    ['', 'kept'],
  ]);
});
