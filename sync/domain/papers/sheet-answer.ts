import { splitLeftItems } from './left-items.ts';
import { sectionType } from '../../contract/codes.ts';

interface SheetItem {
  readonly type: number;
  readonly options: readonly { readonly id: string }[];
  /** Number of blanks, or of left items of a matching question. */
  readonly blanks: number;
  /** True for a task that is performed before assessors. It has no answer on a paper sheet. */
  readonly shown: boolean;
}

const judgement = ['T', 'F'];
/**
 * Checks whether a value can be typed in from a paper sheet as the answer to this question. An empty value is valid: the examinee crossed the
 * answer out.
 */
export function isSheetAnswer({ type, options, blanks, shown }: SheetItem, value: readonly string[]): boolean {
  if (shown) return false;
  const ids = options.length > 0 ? options.map(({ id }) => id) : judgement;
  switch (type) {
    case sectionType.single:
    case sectionType.judgement:
      return value.length <= 1 && value.every((id) => ids.includes(id));
    case sectionType.multiple:
      return new Set(value).size === value.length && value.every((id) => ids.includes(id));
    case sectionType.fillIn:
      return value.length === 0 || value.length === blanks;
    case sectionType.ordering:
      return value.length === 0 || (value.length === ids.length && ids.every((id) => value.includes(id)));
    case sectionType.matching:
      return (
        value.length === 0 ||
        (value.length === blanks && value.every((id) => id === '' || splitLeftItems(options).options.some((one) => one.id === id)))
      );
    default:
      return true;
  }
}
