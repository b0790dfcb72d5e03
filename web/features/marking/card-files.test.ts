import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { findPdfProblem, isPicture } from './card-files.ts';

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page];
/** A PDF of one empty page. `trailer`: further entries of its trailer. */
const writePdf = (trailer: string): File => {
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new File([`%PDF-1.4\n${body}trailer << /Root 1 0 R ${trailer} >>\n%%EOF`], 'scan.pdf');
};
const key = `<${'00'.repeat(32)}>`;
const locked = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`;

/** Opens the file with the PDF reader of the page. Returns its error. */
async function openFile(file: File): Promise<unknown> {
  const task = getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 });
  return task.promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  ['an empty file', new File([], 'scan.pdf'), 0, 'fileEmpty'],
  ['a file with a password', writePdf(locked), 0, 'pdfPassword'],
  ['a file that is no PDF', new File(['x'.repeat(2000)], 'scan.pdf'), 0, 'pdfDamaged'],
])('findPdfProblem recognises %s', async (_name, file, drawn, problem) => {
  expect(await openFile(writePdf(''))).toBeUndefined();
  expect(findPdfProblem(await openFile(file), file, drawn)).toBe(problem);
});

test('findPdfProblem tells a page that cannot be drawn from a file that cannot be opened', () => {
  expect(findPdfProblem(new Error('no page'), writePdf(''), 3)).toBe('pdfBroken');
});

test.each(['scan.JPG', 'IMG_0001.HEIC', 'photo.heif', 'scan.png'])(
  'isPicture accepts %s, so that the server can report what is wrong with the file',
  (name) => {
    expect(isPicture(new File(['x'], name))).toBe(true);
  },
);
