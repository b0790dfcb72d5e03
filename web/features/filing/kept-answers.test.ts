import { expect, test } from 'vitest';
import { formAnswers, type FormDesign } from '../../../sync/contract/form-design.ts';
import { newField } from '../../../sync/machines/shipped-forms.ts';
import { isWaiting, keptUrl, untakenKind, waitingPlaces, withoutWaiting } from './kept-answers.ts';

const design: FormDesign = [newField('text', 'name', '姓名'), newField('file', 'proofs', '证明'), newField('picture', 'photo', '近照')];
const file = (url: string) => ({ url, name: 'a.pdf', sizeBytes: 1, type: 'application/pdf' });
const there = file(`/uploads/${'0'.repeat(32)}.pdf`);
const answers = { name: '林一鸣', proofs: [file(keptUrl('id-1')), there], photo: 'data:image/jpeg;base64,AAAA' };

test('what waits on the device is told from what the school has, and only the rest is sent', () => {
  expect(waitingPlaces(design, answers)).toEqual(['kept:id-1', 'photo']);
  expect(['name', 'proofs', 'photo'].map((key) => isWaiting(design, answers, key))).toEqual([false, true, true]);
  expect(withoutWaiting(design, answers)).toEqual({ name: '林一鸣', proofs: [there] });
  expect(withoutWaiting(design, { name: '林一鸣' })).toEqual({ name: '林一鸣' });
});

test('no server takes an address of this device', () => {
  expect(formAnswers.safeParse(answers).success).toBe(false);
  expect(formAnswers.safeParse(withoutWaiting(design, answers)).success).toBe(true);
});

test.each([
  ['近照.JPG', null],
  ['近照.jpeg', null],
  ['工作证明.pdf', 'PNG、JPEG、GIF、WebP'],
  ['病毒.exe', 'PNG、JPEG、GIF、WebP'],
  ['jpg', 'PNG、JPEG、GIF、WebP'],
])('%s among pictures', (name, said) => expect(untakenKind({ name }, ['image'])).toBe(said));
