import { htmlOfText } from '../question-markup.ts';
import { readLine } from '../question-line.ts';
import { draftOf } from './draft-write.ts';
import { textOfFile } from './file-text.ts';
import type { FileToRead, FoundQuestion, QuestionFormat, ReadFile, Remark } from './question-format.ts';

/** JSON lines, ours and AGIEval's: read by `question-line.ts`, which mends the dirt of real files. */
export const jsonlFormat: QuestionFormat = {
  id: 'jsonl',
  extensions: ['jsonl', 'json', 'ndjson'],
  sniff: () => false,
  read: readJsonLines,
};

export function readJsonLines({ bytes, category }: FileToRead): ReadFile {
  const { text, notes } = textOfFile(bytes);
  const questions: FoundQuestion[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue;
    const { question, faults, warnings } = readLine(line, category);
    const draft = question ? draftOf(question) : draftOfLine(line);
    questions.push({ row: index + 1, place: '', draft, faults: faults.map(asDraft), warnings: warnings.map(asDraft), question });
  }
  return { questions, notes, pictures: new Map() };
}

/** What a line calls by names of its own, under the draft's: there it is mended, and told once. */
const draftNames: Readonly<Record<string, string>> = { question: 'stem', passage: 'stem', label: 'answer', blanks: 'answer' };
const asDraft = ({ field, reason }: Remark): Remark => {
  const [base = '', ...part] = field.split('.');
  return { field: [draftNames[base] ?? base, ...part].join('.'), reason };
};

/** What can be made of a line that has faults: something to mend. */
function draftOfLine(line: string): FoundQuestion['draft'] {
  try {
    const row = JSON.parse(line) as Record<string, unknown>;
    const text = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
    const list = (name: string): string[] => (Array.isArray(row[name]) ? row[name].filter((one) => typeof one === 'string') : []);
    const options = list('options').map((option) => htmlOfText(option.replace(/^\s*[(（]?[A-H][)）.．、]\s*/, '').trim()));
    const label =
      typeof row['label'] === 'string'
        ? row['label']
        : typeof row['label'] === 'boolean'
          ? row['label']
            ? '对'
            : '错'
          : list('label').join('');
    return {
      type: text('type') || (label.length > 1 && options.length > 0 ? 'multiple' : 'single'),
      stem: htmlOfText(text('question')),
      options: options.slice(0, 20),
      answer: label,
      analysis: htmlOfText(text('analysis')),
      category: text('category'),
      source: text('source'),
    };
  } catch {
    return { stem: htmlOfText(line.slice(0, 2000)) };
  }
}
