import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { type QuestionBank, sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { QuestionFormValues } from '../question-form-values.ts';
import { useDuplicates } from './duplicates-panel.tsx';

interface TwinsStripProps {
  /** Undefined for a new question. */
  id: number | undefined;
  bank: QuestionBank;
  base: string;
}

/** Shows while the user writes that the bank has a similar question. */
export function TwinsStrip({ id, bank, base }: TwinsStripProps) {
  const { t } = useTranslation('question');
  const form = useFormContext<QuestionFormValues>();
  const [type, stem, options, steps, pairs] = form.watch(['type', 'stem', 'options', 'steps', 'pairs']);
  const texts: Partial<Record<SectionTypeCode, readonly string[]>> = {
    [sectionType.single]: options.map(({ html }) => html),
    [sectionType.multiple]: options.map(({ html }) => html),
    [sectionType.ordering]: steps.map(({ html }) => html),
    [sectionType.matching]: pairs.flatMap(({ left, right }) => [left, right]),
  };
  const filled = (texts[type] ?? []).filter((html) => html !== '').slice(0, mostTexts);
  const asked = { id, bank, stem, options: filled.map((html) => ({ html })) };
  const twins = useDuplicates(useSettled(asked), form.formState.isDirty).data?.items ?? [];
  if (twins.length === 0) return null;
  return (
    <Strip tone="kept">
      {t('twins', { count: twins.length })}
      {twins.slice(0, 3).map((twin) => (
        <Link key={twin.id} className="num ml-2 underline underline-offset-4" target="_blank" to={`${base}/item/${twin.id}`}>
          {t('twin', { id: twin.id, percent: Math.round(twin.likeness * 100) })}
        </Link>
      ))}
    </Strip>
  );
}

const settleMs = 800;
/** Most texts of options that the server compares. */
const mostTexts = 16;

/** Returns a value after it has not changed for a while, so that not every letter causes a call. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
