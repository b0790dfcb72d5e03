import {
  findFieldByMeaning,
  getFileAnswers,
  type FormAnswers,
  type FormColumn,
  type FormDesign,
  type FormField,
  type FormFormat,
  formLimits,
  formLists,
  getTableAnswer,
  signaturePattern,
  getTextAnswer,
} from '../../contract/applications/form-design.ts';
import { parseIdNumber, isCalendarDate, isIdNumber, normaliseIdNumber } from '../../contract/people/id-number.ts';
import { identityCardType, idTypes } from '../../contract/code-lists.ts';
import type { BilingualLabel } from '../../contract/resource.ts';
import { toStoredText } from '../plain-text.ts';

/** Validation of form answers. The browser runs it while the applicant types, the server before it stores a form. */

/** One error in a form or its answers: path of the field, and the message. */
export interface FormError {
  readonly path: string;
  readonly words: BilingualLabel;
}

/** Accepted text per format. Every pattern runs in linear time, so a long line cannot block the server. */
const formats: Readonly<Record<FormFormat, { readonly is: (text: string) => boolean; readonly words: BilingualLabel }>> = {
  any: { is: () => true, words: ['', ''] },
  idNumber: {
    is: (text) => isIdNumber(text) && parseIdNumber(text).birthday !== null,
    words: ['证件号码有误，请逐位核对', 'The ID number is wrong. Check it digit by digit'],
  },
  mobile: { is: (text) => /^1[3-9]\d{9}$/.test(text), words: ['手机号应为 11 位数字', 'A mobile number has 11 digits'] },
  email: {
    is: (text) => /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,5}$/.test(text),
    words: ['邮箱格式不对', 'This is not a valid e-mail address'],
  },
  postcode: { is: (text) => /^\d{6}$/.test(text), words: ['邮政编码应为 6 位数字', 'A postcode has 6 digits'] },
  certificateNo: {
    is: (text) => /^[SY][0-9A-Z]{21}$/.test(text),
    words: ['证书编号是 S 或 Y 开头的 22 位', 'A certificate number begins with S or Y and has 22 characters'],
  },
};

const textMost = { text: 200, longText: 5000 } as const;

/** Returns the options of a choice as they are stored in answers. */
export const getChoiceOptions = (field: Pick<FormField, 'list' | 'options'>): readonly string[] =>
  field.list === null ? field.options : formLists[field.list].map(([zh]) => zh);

/**
 * Returns the fields that the form asks for with these answers, in order. A hidden field is neither checked nor printed; its answer stays
 * stored. A condition refers only to fields above its own field, so one pass over the fields suffices.
 */
export function listShownFields(design: FormDesign, answers: FormAnswers): FormDesign {
  const isShown = new Map<string, boolean>();
  return design.filter((field) => {
    const isFieldShown = field.shownWhen.every(
      ({ field: key, is }) => isShown.get(key) === true && is.includes(getTextAnswer(answers, key)),
    );
    // If two fields have the same key, conditions refer to the first one.
    if (!isShown.has(field.key)) isShown.set(field.key, isFieldShown);
    return isFieldShown;
  });
}

export const getFieldFormat = (design: FormDesign, field: FormField, answers: FormAnswers): FormFormat => {
  if (field.format !== 'idNumber') return field.format;
  // Check the number as an ID card number unless another type of document is chosen, because only ID cards have a check digit.
  const type = design.find((each) => each.meaning === 'idType');
  const chosen = getTextAnswer(answers, type?.key);
  return chosen === '' || chosen === idTypes[identityCardType - 1]?.[0] ? 'idNumber' : 'any';
};

const missing: BilingualLabel = ['请填写', 'Please fill this in'];
const bornInFuture: BilingualLabel = ['出生日期在今天以后，请核对', 'The date of birth is in the future. Please check it'];
const chooseOne: BilingualLabel = ['请选择', 'Choose one'];

function checkText(design: FormDesign, field: FormField, answers: FormAnswers): BilingualLabel | undefined {
  const text = getTextAnswer(answers, field.key);
  const maxLength = Math.min(field.max ?? Infinity, field.type === 'longText' ? textMost.longText : textMost.text);
  if (text.length > maxLength) return [`最多 ${maxLength} 个字`, `At most ${maxLength} characters`];
  if (field.min !== null && text.length < field.min) return [`至少 ${field.min} 个字`, `At least ${field.min} characters`];
  const format = getFieldFormat(design, field, answers);
  if (formats[format].is(format === 'idNumber' ? normaliseIdNumber(text) : text)) return undefined;
  return field.formatHint === '' ? formats[format].words : [field.formatHint, field.formatHint];
}

function checkNumber({ min, max }: Pick<FormField, 'min' | 'max'>, text: string): BilingualLabel | undefined {
  if (!/^-?\d{1,12}(?:\.\d{1,6})?$/.test(text)) return ['请填写数字', 'Enter a number'];
  if (min !== null && Number(text) < min) return [`不小于 ${min}`, `Must be at least ${min}`];
  if (max !== null && Number(text) > max) return [`不大于 ${max}`, `Must be at most ${max}`];
  return undefined;
}

const cellFaults = {
  text: (text) => (text.length > 100 ? ['最多 100 个字', 'At most 100 characters'] : undefined),
  month: (text) =>
    /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(text) || text === '至今'
      ? undefined
      : ['请填年月，如 2023-07，或“至今”', 'Enter a month such as 2023-07, or 至今 for "until now"'],
  date: (text) => (isCalendarDate(text) ? undefined : ['请填日期，如 2023-07-01', 'Enter a date such as 2023-07-01']),
  number: (text) => checkNumber({ min: null, max: null }, text),
  choice: (text, { options }) => (options.includes(text) ? undefined : chooseOne),
} as const satisfies Record<FormColumn['type'], (text: string, column: FormColumn) => BilingualLabel | undefined>;

function checkRows(field: FormField, answers: FormAnswers): FormError[] {
  const rows = getTableAnswer(answers, field.key);
  return rows.flatMap((row, at) =>
    field.columns.flatMap((column): FormError[] => {
      const text = row[column.key] ?? '';
      const words = text === '' ? (column.required ? missing : undefined) : cellFaults[column.type](text, column);
      return words === undefined ? [] : [{ path: `${field.key}.${at}.${column.key}`, words }];
    }),
  );
}

/** Checks the number of rows or files against the limits of the field. */
function checkCount(field: FormField, count: number, unit: BilingualLabel): BilingualLabel | undefined {
  const minCount = Math.max(field.required ? 1 : 0, field.min ?? 0);
  const maxCount = field.max ?? (field.type === 'picture' ? 1 : field.type === 'file' ? 5 : 20);
  if (count < minCount)
    return field.type === 'table'
      ? [`至少填 ${minCount} ${unit[0]}`, `At least ${minCount} ${unit[1]}`]
      : [`请上传，至少 ${minCount} ${unit[0]}`, `Upload at least ${minCount} ${unit[1]}`];
  return count > maxCount ? [`最多 ${maxCount} ${unit[0]}`, `At most ${maxCount} ${unit[1]}`] : undefined;
}

function checkField(design: FormDesign, field: FormField, answers: FormAnswers): FormError[] {
  const toErrors = (words: BilingualLabel | undefined): FormError[] => (words === undefined ? [] : [{ path: field.key, words }]);
  const text = getTextAnswer(answers, field.key);
  switch (field.type) {
    case 'section':
      return [];
    case 'table':
      return [...toErrors(checkCount(field, getTableAnswer(answers, field.key).length, ['行', 'rows'])), ...checkRows(field, answers)];
    case 'file':
    case 'picture':
      return toErrors(checkCount(field, getFileAnswers(answers, field.key).length, ['个文件', 'files']));
    default: {
      if (text.trim() === '')
        return toErrors(
          field.required
            ? field.type === 'choice'
              ? chooseOne
              : field.type === 'signature'
                ? ['请手写签名', 'Sign here']
                : missing
            : undefined,
        );
      if (field.type === 'number') return toErrors(checkNumber(field, text));
      if (field.type === 'date')
        return toErrors(isCalendarDate(text) ? undefined : ['请填日期，如 2001-09-23', 'Enter a date such as 2001-09-23']);
      if (field.type === 'choice') return toErrors(getChoiceOptions(field).includes(text) ? undefined : chooseOne);
      if (field.type === 'signature')
        return toErrors(
          signaturePattern.test(text) ? undefined : ['签名无法识别，请重签', 'The signature could not be recognised. Sign again'],
        );
      return toErrors(checkText(design, field, answers));
    }
  }
}

/** Compares birthday and sex with the ID number, where the form shows both. */
function findContradictions(design: FormDesign, shownDesign: FormDesign, answers: FormAnswers): FormError[] {
  const number = findFieldByMeaning(shownDesign, 'idNumber');
  if (number === undefined || getFieldFormat(design, number, answers) !== 'idNumber') return [];
  const parts = parseIdNumber(getTextAnswer(answers, number.key));
  if (parts.isWhole !== true) return [];
  const says = { birthday: parts.birthday ?? '', sex: parts.sex === undefined ? '' : (formLists.sex[parts.sex - 1]?.[0] ?? '') };
  return (['birthday', 'sex'] as const).flatMap((meaning) => {
    const field = findFieldByMeaning(shownDesign, meaning);
    const answer = getTextAnswer(answers, field?.key);
    if (field === undefined || answer === '' || says[meaning] === '' || answer === says[meaning]) return [];
    return [
      {
        path: field.key,
        words: [`与证件号码不符，证件上是 ${says[meaning]}`, `This does not match the ID number, which says ${says[meaning]}`] as const,
      },
    ];
  });
}

/** Finds a birthday after `today`, in its own field and within the ID number. */
const findFutureBirthdays = (shownDesign: FormDesign, answers: FormAnswers, today: string): FormError[] =>
  (['birthday', 'idNumber'] as const).flatMap((meaning) => {
    const field = findFieldByMeaning(shownDesign, meaning);
    const text = getTextAnswer(answers, field?.key);
    const { isWhole, birthday = '' } = meaning === 'birthday' ? { isWhole: true, birthday: text } : parseIdNumber(text);
    return field !== undefined && isWhole === true && (birthday ?? '') > today ? [{ path: field.key, words: bornInFuture }] : [];
  });

/** Returns every fault of the shown fields, in the form's order. A form without faults can be submitted. `today`: as "2026-11-27". */
export function listFormErrors(design: FormDesign, answers: FormAnswers, today: string): FormError[] {
  const shownDesign = listShownFields(design, answers);
  const faults = shownDesign.flatMap((field) => checkField(design, field, answers));
  const across = findContradictions(design, shownDesign, answers).concat(findFutureBirthdays(shownDesign, answers, today));
  return faults.concat(across.filter(({ path }) => !faults.some((fault) => fault.path === path)));
}

/** Normalises answers: only the form's fields, no invisible characters or empty rows, document numbers in one format. */
export function normaliseFormAnswers(design: FormDesign, answers: FormAnswers): FormAnswers {
  const cleanAnswers: Record<string, FormAnswers[string]> = {};
  for (const field of design) {
    const answer = answers[field.key];
    if (answer === undefined || field.type === 'section') continue;
    if (field.type === 'table')
      // Drop rows that the applicant added but left empty. They contain no answer, so they must not satisfy a required table.
      cleanAnswers[field.key] = getTableAnswer(answers, field.key)
        .map((row) => Object.fromEntries(field.columns.map(({ key }) => [key, toStoredText(row[key] ?? '').trim()])))
        .filter((row) => Object.values(row).some((text) => text !== ''));
    else if (field.type === 'file' || field.type === 'picture') cleanAnswers[field.key] = getFileAnswers(answers, field.key);
    else if (typeof answer === 'string')
      cleanAnswers[field.key] = field.format === 'idNumber' ? normaliseIdNumber(answer) : toStoredText(answer).trim();
  }
  return cleanAnswers;
}

/**
 * Returns the faults that keep a form, drafts included, from being saved: too many conditions, or a condition on a field that is not above its own.
 * Such a condition could be part of a cycle.
 */
export function listConditionErrors(design: FormDesign): FormError[] {
  const above = new Set<string>();
  let conditions = 0;
  return design.flatMap((field, at) => {
    const words = checkConditions(field, above, (conditions += field.shownWhen.length));
    above.add(field.key);
    return words === undefined ? [] : [{ path: `design.${at}`, words }];
  });
}

const { conditionsOfField, valuesOfCondition, conditionsOfForm } = formLimits;

function checkConditions({ label, shownWhen }: FormField, above: ReadonlySet<string>, conditions: number): BilingualLabel | undefined {
  if (shownWhen.length > conditionsOfField)
    return [`“${label}”的出现条件最多 ${conditionsOfField} 个`, `"${label}" takes at most ${conditionsOfField} conditions`];
  if (shownWhen.some(({ is }) => is.length > valuesOfCondition))
    return [
      `“${label}”的每个出现条件最多选 ${valuesOfCondition} 项`,
      `Each condition of "${label}" takes at most ${valuesOfCondition} values`,
    ];
  // Report the limit once, at the field with which the form exceeds it, and not again at every later field.
  if (conditions > conditionsOfForm && conditions - shownWhen.length <= conditionsOfForm)
    return [
      `一张表单最多 ${conditionsOfForm} 个出现条件，从“${label}”起超出`,
      `A form takes at most ${conditionsOfForm} conditions; "${label}" goes beyond that`,
    ];
  return shownWhen.every((when) => above.has(when.field)) ? undefined : describeWrongCondition(label);
}
const describeWrongCondition = (label: string): BilingualLabel => [
  `“${label}”的出现条件要指向它上面的选择项`,
  `"${label}" can only depend on a choice above it`,
];

/** Returns the faults in the design of a form, at most one per field. A form with such faults cannot be offered to applicants. */
export function listDesignErrors(design: FormDesign): FormError[] {
  const conditions = new Map(listConditionErrors(design).map((fault) => [fault.path, fault.words]));
  const above = new Map<string, FormField>();
  return design.flatMap((field, at): FormError[] => {
    const path = `design.${at}`;
    const words = checkFieldDesign(field, above) ?? conditions.get(path);
    above.set(field.key, field);
    return words === undefined ? [] : [{ path, words }];
  });
}

function checkFieldDesign(field: FormField, above: ReadonlyMap<string, FormField>): BilingualLabel | undefined {
  const { key, label, type, columns, min, max, shownWhen } = field;
  if (above.has(key)) return [`“${label}”的内部名称重复`, `The internal name of "${label}" is used twice`];
  if (type === 'choice' && getChoiceOptions(field).length < 2)
    return [`“${label}”至少要有两个选项`, `"${label}" needs at least two options`];
  if (type === 'table' && columns.length === 0) return [`表格“${label}”还没有列`, `The table "${label}" has no columns`];
  if (type === 'table' && new Set(columns.map((column) => column.key)).size < columns.length)
    return [`表格“${label}”的列名称重复`, `The table "${label}" has two columns of the same name`];
  if (min !== null && max !== null && min > max)
    return [`“${label}”的下限大于上限`, `The lower limit of "${label}" is above its upper limit`];
  const isWrong = shownWhen.some((when) => {
    const other = above.get(when.field);
    return other !== undefined && (other.type !== 'choice' || !isSubset(when.is, getChoiceOptions(other)));
  });
  return isWrong ? describeWrongCondition(label) : undefined;
}
const isSubset = (values: readonly string[], of: readonly string[]): boolean => values.every((value) => of.includes(value));

/** Builds the form that an enrolment batch asks applicants to fill in: appends its required proofs, and fixes its recognition type if it has one. */
export function buildOfferForm(
  design: FormDesign,
  { proofs, recognition }: { proofs: readonly string[]; recognition: number },
): FormDesign {
  const recognitionName = formLists.recognition[recognition - 1]?.[0];
  const fixed = design.map((field) =>
    recognitionName !== undefined && field.meaning === 'recognition' && field.type === 'choice'
      ? { ...field, list: null, options: [recognitionName] }
      : field,
  );
  const proofFields = proofs.map((label, index) => ({ ...proofField, key: `proof${index}`, label }));
  return [...fixed, ...proofFields];
}
const proofField: Omit<FormField, 'key' | 'label'> = {
  type: 'file',
  hint: '',
  required: true,
  width: 'full',
  format: 'any',
  formatHint: '',
  min: null,
  max: 5,
  list: null,
  options: [],
  columns: [],
  meaning: null,
  shownWhen: [],
};
