import {
  getFileAnswers,
  type FormAnswer,
  type FormAnswers,
  type FormDesign,
  type FormField,
  getTableAnswer,
  getTextAnswer,
} from '../../contract/applications/form-design.ts';
import { getChoiceOptions, listShownFields } from './form-rules.ts';

/** Groups of field types (text and files). An answer can be copied between fields of one group, because their answers have the same format. */
const asText = new Set(['text', 'longText', 'number', 'date', 'choice']);
const asFiles = new Set(['file', 'picture']);
const hasCompatibleType = (a: FormField, b: FormField): boolean =>
  a.type === b.type || (asText.has(a.type) && asText.has(b.type)) || (asFiles.has(a.type) && asFiles.has(b.type));

/** Finds the field in the form `from` that asks for the same fact as `field`. Compares the meanings, or the labels of fields without a meaning. */
function findSource(field: FormField, from: FormDesign): FormField | undefined {
  const same = from.filter((other) => hasCompatibleType(field, other));
  if (field.meaning !== null) return same.find((other) => other.meaning === field.meaning);
  return same.find((other) => other.meaning === null && other.label === field.label);
}

function copyAnswer(field: FormField, source: FormField, answers: FormAnswers): FormAnswer {
  if (asFiles.has(field.type)) return getFileAnswers(answers, source.key);
  if (field.type !== 'table') return getTextAnswer(answers, source.key);
  return getTableAnswer(answers, source.key).map((row) =>
    Object.fromEntries(
      field.columns.map((column) => {
        const other = source.columns.find(({ key, label }) => key === column.key || label === column.label);
        return [column.key, other === undefined ? '' : (row[other.key] ?? '')];
      }),
    ),
  );
}

/** Copies the answers of a filled form to those fields of another form that ask for the same facts. The other fields stay empty. */
export function copyMatchingAnswers(to: FormDesign, from: FormDesign, answers: FormAnswers): FormAnswers {
  const copied: Record<string, FormAnswer> = {};
  const shownFields = new Set(listShownFields(from, answers));
  for (const field of to) {
    if (field.type === 'section') continue;
    const source = findSource(field, from);
    if (source !== undefined && shownFields.has(source)) copied[field.key] = copyAnswer(field, source, answers);
    const [only, ...others] = field.type === 'choice' ? getChoiceOptions(field) : [];
    if (only !== undefined && others.length === 0 && getTextAnswer(copied, field.key) === '') copied[field.key] = only;
  }
  return copied;
}
