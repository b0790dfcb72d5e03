import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { getPhotoKey, readPhotos } from '../../../lib/files/photo.ts';
import { matchPhotos } from './photo-match.ts';

const person = (userId: number, ticketNo: string, studentNo = '') =>
  ({ userId, name: `考生${userId}`, ticketNo, studentNo }) as SeatedExaminee;
const bytes = new Uint8Array([1, 2, 3]);

test('getPhotoKey takes the number from a file name in any folder', () => {
  expect(getPhotoKey('照片/一班\\20260101.JPG')).toBe('20260101');
  expect(getPhotoKey('11010519491231002x.jpeg')).toBe('11010519491231002x');
});

test('matchPhotos matches by ticket, student or ID number, and reports unmatched and duplicate pictures', async () => {
  const zip = zipSync({
    '照片/T01.jpg': bytes,
    'S2.png': bytes,
    '11010519491231002X.jpg': bytes,
    'T02.jpg': bytes,
    'nobody.jpg': bytes,
    '名单.xlsx': bytes,
    '__MACOSX/._T01.jpg': bytes,
  });
  const { photos, left } = await readPhotos([new File([Uint8Array.from(zip)], '照片.zip'), new File([bytes], 'T04.webp')]);
  expect(photos.map((one) => one.name)).toHaveLength(6);
  expect(left).toEqual(['名单.xlsx']);
  const people = [person(1, 'T01'), person(2, 'T02', 'S2'), person(3, 'T03'), person(4, 'T04')];
  const { found, open } = matchPhotos(photos, people, new Map([['11010519491231002X', 3]]));
  expect(found.map((one) => one.userId).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  expect(new Set(open.map((one) => one.name))).toEqual(new Set(['T02.jpg', 'nobody.jpg']));
});
