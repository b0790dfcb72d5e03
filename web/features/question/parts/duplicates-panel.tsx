import { formatPercent } from '../../../lib/format-number.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { QuestionBank } from '../../../../sync/contract/codes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';

interface QuestionText {
  readonly id: number | undefined;
  readonly bank: QuestionBank;
  readonly stem: string;
  readonly options: readonly { readonly html: string }[];
}

/** Reads the near-duplicates of a question in the bank. */
export const useDuplicates = (question: QuestionText, enabled: boolean) =>
  useCall(
    '/question/findDuplicates',
    {
      ...(question.id === undefined ? {} : { id: question.id }),
      bank: question.bank,
      stem: question.stem,
      options: question.options.map(({ html }) => ({ html })),
    },
    { quiet: true, enabled: enabled && question.stem !== '' },
  );

export function DuplicatesPanel({ question: asked, base }: { question: QuestionText; base: string }) {
  const { t } = useTranslation('question');
  const { data, error, refetch } = useDuplicates(asked, true);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-24" />;
  if (data.items.length === 0) return <EmptyState className="py-10" title={t('noDuplicates')} />;
  return (
    <ul className="flex flex-col divide-y">
      {data.items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 py-2.5 text-sm">
          <span className="num w-12 shrink-0 text-right font-semibold">{formatPercent(item.likeness)}</span>
          <Link to={`${base}/item/${item.id}`} className="min-w-0 grow truncate hover:underline">
            <RichText inline html={item.stem} />
          </Link>
          <span className="hidden shrink-0 text-muted-foreground sm:inline">{item.category}</span>
          <QuestionStatusChip status={item.status} />
        </li>
      ))}
    </ul>
  );
}
