import { expect, test } from 'vitest';
import { extractStackFrames } from './fault-report.ts';

const origin = 'https://exam.school.cn:8443';

test('extractStackFrames returns only the places in the application’s own files', () => {
  const chrome = `TypeError: 张三 has no seat
    at seatOf (${origin}/assets/room-a1B2.js:1:2345)
    at ${origin}/assets/index-x_9.js:2:10
    at chrome-extension://abcdef/content.js:1:1
    at new Promise (<anonymous>)
    at async https://elsewhere.cn/x.js:1:1`;
  expect(extractStackFrames(chrome, origin)).toEqual(['assets/room-a1B2.js:1:2345', 'assets/index-x_9.js:2:10']);
  expect(extractStackFrames(`seatOf@${origin}/assets/room.js:1:23\n`, origin)).toEqual(['assets/room.js:1:23']);
  expect(extractStackFrames(`at f (${origin}/?name=张三)`, origin)).toEqual([]);
  expect(extractStackFrames(Array.from({ length: 30 }, (_, at) => `at ${origin}/a.js:1:${at}`).join('\n'), origin)).toHaveLength(8);
});
