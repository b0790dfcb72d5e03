import type { FormDesign, FormField, FormFieldType } from '../../../sync/contract/applications/form-design.ts';
import { createFormField } from '../../../sync/domain/applications/shipped-forms.ts';

/** Edits of the form designer, as pure functions that return a new design. */

/** Shortcut letter that adds a field of each type. */
export const fieldTypeShortcuts = {
  text: 't',
  longText: 'l',
  number: 'n',
  date: 'd',
  choice: 'c',
  table: 'b',
  file: 'f',
  picture: 'p',
  section: 'h',
  signature: 's',
} as const satisfies Record<FormFieldType, string>;

const findFreeKey = (design: FormDesign, type: FormFieldType): string => {
  for (let n = 1; ; n += 1) {
    const key = `${type}${n}`;
    if (!design.some((field) => field.key === key)) return key;
  }
};

/** Inserts a new field at index `at`, with a free key. */
export const insertNewField = (design: FormDesign, type: FormFieldType, label: string, at: number): FormDesign =>
  design.toSpliced(at, 0, createFormField(type, findFreeKey(design, type), label));

/** Inserts a copy after the field. The copy has a new key and no meaning, because only one field of a form may have each meaning. */
export const insertFieldCopy = (design: FormDesign, at: number): FormDesign => {
  const field = design[at];
  return field === undefined ? design : design.toSpliced(at + 1, 0, { ...field, key: findFreeKey(design, field.type), meaning: null });
};

/** Moves a field. Returns the same design if the target is out of range. */
export const moveField = (design: FormDesign, from: number, to: number): FormDesign => {
  const field = design[from];
  if (field === undefined || to < 0 || to >= design.length) return design;
  return design.toSpliced(from, 1).toSpliced(to, 0, field);
};

export const changeField = (design: FormDesign, at: number, change: Partial<FormField>): FormDesign =>
  design.map((field, index) => (index === at ? { ...field, ...change } : field));
