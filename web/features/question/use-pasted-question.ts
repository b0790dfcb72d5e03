import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n.ts';
import { sectionType, type SectionTypeCode } from '../../../sync/contract/codes.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { QuestionFormValues } from './question-form-values.ts';
import { toHtmlLine, toHtmlLines, type PastedQuestion, parsePastedQuestion } from './import/question-paste.ts';

const choiceTypes: readonly SectionTypeCode[] = [sectionType.single, sectionType.multiple, sectionType.judgement];
const mostOptions = 8;

function inferType({ options, right }: PastedQuestion, type: SectionTypeCode): SectionTypeCode {
  if (options.length === 0) return sectionType.judgement;
  if (right.length > 1) return sectionType.multiple;
  return right.length === 1 || type === sectionType.judgement ? sectionType.single : type;
}

/**
 * Examines text pasted into the stem or an option. A whole question is distributed to the fields it belongs to, unless stem or options are already
 * filled. Each time pasted text fills fields, a message with an undo button is shown.
 */
export function usePastedQuestion(form: UseFormReturn<QuestionFormValues>) {
  const { t } = useTranslation(['question', 'ui']);
  const set = <K extends keyof QuestionFormValues>(name: K, value: QuestionFormValues[K]) =>
    form.setValue(name as 'source', value as string, { shouldDirty: true });
  const showUndoToast = (text: string, previousValues: QuestionFormValues) =>
    toast.plain(text, { action: { label: t('ui:editorUndo'), onClick: () => form.reset(previousValues, { keepDefaultValues: true }) } });

  const pasteWhole = (text: string): boolean => {
    const previousValues = structuredClone(form.getValues());
    const pasted = parsePastedQuestion(text);
    if (pasted === null || !choiceTypes.includes(previousValues.type)) return false;
    if (previousValues.stem !== '' && pasted.stem !== '') return false;
    if (pasted.options.length > 0 && previousValues.options.some((option) => option.html !== '')) return false;
    if (pasted.stem !== '') set('stem', toHtmlLines(pasted.stem));
    set('type', inferType(pasted, previousValues.type));
    if (pasted.options.length > 0)
      set(
        'options',
        pasted.options.map((option, at) => ({ html: toHtmlLine(option), right: pasted.right.includes(String.fromCharCode(65 + at)) })),
      );
    else set('truth', pasted.right[0] === 'T' ? 'T' : 'F');
    if (pasted.analysis !== '' && previousValues.analysis === '') set('analysis', toHtmlLines(pasted.analysis));
    const count = pasted.options.length;
    showUndoToast(count === 0 ? t('pastedTruth') : t(pasted.stem === '' ? 'pastedOptions' : 'pasted', { count }), previousValues);
    return true;
  };

  return {
    intoStem: pasteWhole,
    /** Fills the options from index `at` on with the pasted lines, one each, and overwrites their text. A whole question is distributed instead. */
    intoOption(text: string, at: number): boolean {
      if (pasteWhole(text)) return true;
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
      if (lines.length < 2 || at + lines.length > mostOptions) return false;
      const before = structuredClone(form.getValues());
      const options = [...before.options];
      for (const [by, line] of lines.entries()) options[at + by] = { right: options[at + by]?.right ?? false, html: toHtmlLine(line) };
      set('options', options);
      showUndoToast(t('pastedOptions', { count: lines.length }), before);
      return true;
    },
  };
}
