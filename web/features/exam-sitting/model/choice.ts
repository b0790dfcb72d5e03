import { sectionType } from '../../../../sync/contract/codes.ts';

export const isFillIn = (type: number): boolean => type === sectionType.fillIn;
/** Tells whether the examinee answers by choosing among options. */
export const isChoiceType = (type: number): boolean => type <= sectionType.judgement;
/** Tells whether the examinee puts options in places: in an order, or beside the left items. */
export const isPlacedType = (type: number): boolean => type === sectionType.ordering || type === sectionType.matching;
/** Tells whether the examinee answers in free text. */
export const isFreeTextType = (type: number): boolean => type === sectionType.questionAnswer || type === sectionType.comprehensiveReview;
/**
 * Returns true for a task that is performed before assessors and asks for no photos. Nothing is answered on the PC, so the counters of questions
 * leave it out.
 */
export const isPerformedItem = ({ type, files }: { readonly type: number; readonly files: number }): boolean =>
  files === 0 && (type === sectionType.practical || type === sectionType.thesisDefence);
/** Tells whether an item has a text field: free-text questions, and tasks with photos. */
export const hasFreeTextAnswer = (item: { readonly type: number; readonly files: number }): boolean =>
  isFreeTextType(item.type) || (item.files > 0 && !isPerformedItem(item));
/** Tells whether the examinee types into a question of this type, so that key presses are text and do not choose options. */
export const hasTextInput = (type: number): boolean => isFillIn(type) || isFreeTextType(type);
