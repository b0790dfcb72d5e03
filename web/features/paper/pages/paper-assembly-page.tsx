import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Pencil, Printer, Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useMayChange } from '../../../platform/may-change.ts';
import { toast } from '../../../ui/toast.ts';
import { paperStatus } from '../../../../sync/contract/codes.ts';
import { call } from '../../../platform/call.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PaperStatusChip } from '../../../ui/status-chip.tsx';
import { DrawShortage } from '../parts/draw-shortage.tsx';
import { PaperPreview } from '../parts/paper-preview.tsx';
import { PaperStructure } from '../parts/paper-structure.tsx';
import { questionCount } from '../paper-figures.ts';
import { paperKey, usePaper, type Paper } from '../paper-queries.ts';

/** Drawing a paper from the bank, and looking at what was drawn. */
export function PaperAssemblyPage() {
  const { paperId } = useParams();
  const paper = usePaper(Number(paperId));
  if (paper.error !== null) return <QueryFailure error={paper.error} onRetry={() => void paper.refetch()} />;
  if (paper.data === undefined) {
    return (
      <div className="flex flex-col gap-3.5">
        <Skeleton className="h-9 w-80" />
        <Skeleton className="h-16 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    );
  }
  return <Assembly paper={paper.data} />;
}

function Assembly({ paper }: { paper: Paper }) {
  const { t } = useTranslation('paper');
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const draw = useMutation({
    mutationFn: () => call('/paper/draw', { id: paper.id, version: paper.version }),
    onSuccess: () => toast.success(t('drawn', { count: questionCount(paper.sections) })),
    // After a conflict, too: what somebody else changed must be seen before the next try.
    onSettled: () => queries.invalidateQueries({ queryKey: paperKey }),
  });
  const drawn = paper.sections.reduce((sum, section) => sum + section.questions.length, 0);
  const wanted = questionCount(paper.sections);
  const mayChange = useMayChange();
  const frozen = paper.status === paperStatus.organised || !mayChange;
  return (
    <div className="flex flex-col gap-3.5">
      <div className="print:hidden">
        <PageHeader
          title={paper.name}
          beside={<PaperStatusChip status={paper.status} />}
          actions={
            <>
              {drawn > 0 && (
                <Button onClick={() => window.print()}>
                  <Printer />
                  {t('print')}
                </Button>
              )}
              {!frozen && (
                <>
                  <Button asChild>
                    <Link to={`/teacher/exam/paper/create/${paper.id}`}>
                      <Pencil />
                      {t('change')}
                    </Link>
                  </Button>
                  <Button
                    variant={drawn === 0 ? 'primary' : 'outline'}
                    busy={draw.isPending}
                    onClick={() => (drawn > 0 ? setAsking(true) : draw.mutate())}
                  >
                    <Shuffle />
                    {t(drawn > 0 ? 'redraw' : 'draw')}
                  </Button>
                </>
              )}
              {mayChange && paper.status === paperStatus.assembled && (
                <Button asChild variant="primary">
                  <Link to={`/teacher/exam/exam-plan/create?paper=${paper.id}`}>
                    <CalendarPlus />
                    {t('makePlan')}
                  </Link>
                </Button>
              )}
            </>
          }
        />
      </div>
      <FigureStrip
        className="print:hidden"
        figures={[
          { label: t('questionCount'), value: drawn, note: t('needed', { n: wanted }) },
          { label: t('totalPoints'), value: paper.totalPoints },
          { label: t('pass'), value: paper.rules.passPoints },
          { label: t('sectionCount'), value: paper.sections.length },
          {
            label: t('layout'),
            value: <span className="text-[15px]">{t(paper.rules.layout === 'one' ? 'layoutOne' : 'layoutSection')}</span>,
          },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_380px]">
        <PaperPreview paper={paper} drawn={drawn} onDraw={frozen ? undefined : () => draw.mutate()} busy={draw.isPending} />
        <div className="row-start-1 flex flex-col gap-3.5 xl:sticky xl:top-0 xl:row-auto print:hidden">
          {draw.error !== null && <DrawShortage failure={draw.error} paper={paper} />}
          <PaperStructure paper={paper} />
        </div>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('redrawTitle')}
        cancel={t('cancel')}
        confirm={t('redraw')}
        tone="sealSolid"
        onConfirm={() => {
          setAsking(false);
          draw.mutate();
        }}
      >
        {t('redrawText', { count: drawn })}
      </AlertDialog>
    </div>
  );
}
