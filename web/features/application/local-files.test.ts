import { expect, test } from 'vitest';
import { formAnswers, type FormDesign } from '../../../sync/contract/applications/form-design.ts';
import { createFormField } from '../../../sync/domain/applications/shipped-forms.ts';
import { hasPendingUploads, toLocalFileUrl, findUnacceptedKind, listPendingUploads, removePendingUploads } from './local-files.ts';

const design: FormDesign = [
  createFormField('text', 'name', '姓名'),
  createFormField('file', 'proofs', '证明'),
  createFormField('picture', 'photo', '近照'),
];
const file = (url: string) => ({ url, name: 'a.pdf', sizeBytes: 1, type: 'application/pdf' });
const uploadedFile = file(`/uploads/${'0'.repeat(32)}.pdf`);
const answers = { name: '林一鸣', proofs: [file(toLocalFileUrl('id-1')), uploadedFile], photo: 'data:image/jpeg;base64,AAAA' };

test('listPendingUploads returns only the files that are still on this device', () => {
  expect(listPendingUploads(design, answers)).toEqual(['kept:id-1', 'photo']);
  expect(['name', 'proofs', 'photo'].map((key) => hasPendingUploads(design, answers, key))).toEqual([false, true, true]);
  expect(removePendingUploads(design, answers)).toEqual({ name: '林一鸣', proofs: [uploadedFile] });
  expect(removePendingUploads(design, { name: '林一鸣' })).toEqual({ name: '林一鸣' });
});

test('the contract refuses answers that point to a file on this device', () => {
  expect(formAnswers.safeParse(answers).success).toBe(false);
  expect(formAnswers.safeParse(removePendingUploads(design, answers)).success).toBe(true);
});

test.each([
  ['近照.JPG', null],
  ['近照.jpeg', null],
  ['工作证明.pdf', 'PNG、JPEG、GIF、WebP'],
  ['病毒.exe', 'PNG、JPEG、GIF、WebP'],
  ['jpg', 'PNG、JPEG、GIF、WebP'],
])('findUnacceptedKind: %s where only pictures are accepted', (name, said) => expect(findUnacceptedKind({ name }, ['image'])).toBe(said));
