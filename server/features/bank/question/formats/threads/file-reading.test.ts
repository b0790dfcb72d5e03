import { strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import { readerLimits, readFileInThread } from './file-reading.ts';

const task = (text: string) => ({ name: 'a.xml', bytes: strToU8(text), category: '', fixes: new Map(), drop: new Set<number>() });
const good =
  '<quiz><question type="truefalse"><questiontext><text>题</text></questiontext><answer fraction="100"><text>true</text></answer></question></quiz>';
/** Every element becomes an object, so a few bytes take much memory. */
const swelling = `<quiz>${'<a b="c"/>'.repeat(250_000)}</quiz>`;

it('a file that needs more memory than its thread has is refused, and the next file is read', async () => {
  const limits = { ...readerLimits, heapMb: 40 };
  await expect(readFileInThread(task(swelling), undefined, undefined, limits)).rejects.toThrow(/takes too much memory/);
  expect((await readFileInThread(task(good), undefined, undefined, limits)).rows.map((row) => row.question?.stem)).toEqual(['题']);
}, 60_000);

it('a file that takes longer than the limit is refused', async () => {
  await expect(readFileInThread(task(good), undefined, undefined, { ...readerLimits, seconds: 0 })).rejects.toThrow(
    /could not be read within 0 seconds/,
  );
});

it('a file is not read if the caller has already gone away', async () => {
  await expect(readFileInThread(task(good), undefined, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('file reading is queued with a limit for each person and in all, and drops callers who go away', async () => {
  const going = new AbortController();
  const read = (by?: number, signal?: AbortSignal) => readFileInThread(task(good), undefined, signal, { ...readerLimits, userId: by });
  // The first person has one file being read and three waiting, which is the limit.
  const people = [1, 1, 1, 1, ...Array.from({ length: 9 }, (_, at) => at + 2)].map((by) => read(by, going.signal));
  await expect(read(1)).rejects.toThrow(/Too many files/);
  await expect(read(99)).rejects.toThrow(/Too many files/);
  const job = read();
  going.abort(new Error('gone'));
  for (const each of people) await expect(each).rejects.toThrow('gone');
  expect((await job).rows).toHaveLength(1);
}, 60_000);
