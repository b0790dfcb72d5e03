import { expect, it } from 'vitest';
import { createWordDocument, createParagraph } from '../../../../../tests/fixtures/questions/word-document.ts';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

const read = (body: string) => validateBytes('a.docx', createWordDocument(body));

it('an option under a wrong letter is read by its position, with a warning', async () => {
  const brief = async (...lines: string[]) =>
    (await read(lines.map((line) => createParagraph(line)).join(''))).rows.map(({ draft, question, warnings }) => ({
      options: draft.options,
      right: question?.key.kind === 'choice' ? question.key.right : undefined,
      warned: warnings.map(({ field, reason }) => `${field} ${reason.en}`),
    }));
  const twice = ['options.2 This option is marked B in the file and was read as C by its position. Check the options and the answer'];
  const four = ['110', '150', '180', '240'];
  expect(await brief('1. 电压是（  ）V', 'A. 110', 'B. 150', 'B. 180', 'D. 240', '答案：C')).toEqual([
    { options: four, right: ['C'], warned: twice },
  ]);
  expect(await brief('1. 电压是（  ）V', 'A. 110  B. 150  B. 180  D. 240', '答案：D')).toEqual([
    { options: four, right: ['D'], warned: twice },
  ]);
  // A missing letter leaves an empty option, so that the key still names the intended option.
  const [gap] = (await read(['1. 电压是（  ）V', 'A. 110', 'B. 150', 'D. 240', '答案：D'].map((line) => createParagraph(line)).join('')))
    .rows;
  expect(gap).toMatchObject({ draft: { options: ['110', '150', '', '240'] }, faults: [{ field: 'options.2' }] });
  // Options that cannot be separated stay one option, with a warning.
  expect((await brief('1. 电压是（  ）V', 'A. 110', 'B. 150', 'C. 180 F. 240', '答案：C'))[0]).toMatchObject({
    options: ['110', '150', '180 F. 240'],
    warned: ['options.2 "F." appears in the text. Two options may have run together. Please check'],
  });
});
