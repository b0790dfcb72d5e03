import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';
import { useQuestion } from '../question-queries.ts';
import { ReviewButtons } from './review-buttons.tsx';

interface QuestionSheetProps {
  id: number | null;
  /** Ids of the questions on the shown page of the list. The buttons for the previous and the next question step through them. */
  among: readonly number[];
  onShow: (id: number | null) => void;
  /** Address of the list of questions. */
  base: string;
}

/** Shows one question with its answer key and analysis, beside the list of questions. */
export function QuestionSheet({ id, among, onShow, base }: QuestionSheetProps) {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const { data, error, refetch } = useQuestion(id);
  const at = id === null ? -1 : among.indexOf(id);
  const step = (by: number) => {
    const next = among[at + by];
    if (at >= 0 && next !== undefined) onShow(next);
  };
  return (
    <Dialog
      shape="sheet"
      open={id !== null}
      onOpenChange={(open) => !open && onShow(null)}
      title={t('detail', { id: id ?? '' })}
      description={
        data === undefined
          ? undefined
          : [data.source === '' ? t('noSource') : data.source, formatDateTime(data.createdMs), t('version', { n: data.version })].join(
              ' · ',
            )
      }
      footer={
        id !== null && (
          <>
            <span className="mr-auto flex flex-wrap gap-2">
              <LinkButton to={`${base}/item/${id}`}>{t('words:open')}</LinkButton>
              {/* A reviewer works through the list, so a review step opens the next question. */}
              {data !== undefined && <ReviewButtons key={id} items={[data]} events={data.events} onDone={() => step(1)} />}
            </span>
            <Button repeats disabled={at <= 0} onClick={() => step(-1)}>
              <ChevronLeft />
              {t('previousQuestion')}
            </Button>
            <Button repeats disabled={at < 0 || at >= among.length - 1} onClick={() => step(1)}>
              {t('nextQuestion')}
              <ChevronRight />
            </Button>
          </>
        )
      }
    >
      {data === undefined && (
        <LoadingState query={{ error, refetch }}>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="mt-2 h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        </LoadingState>
      )}
      {data !== undefined && (
        <>
          <p className="mb-3 flex flex-wrap gap-2">
            <Chip tone="primary">{code(`sectionType.${data.type}`)}</Chip>
            <QuestionStatusChip status={data.status} />
            <Chip>{code(`difficulty.${data.difficulty}`)}</Chip>
            {data.category !== '' && <Chip>{data.category}</Chip>}
          </p>
          <QuestionView question={data} />
        </>
      )}
    </Dialog>
  );
}
