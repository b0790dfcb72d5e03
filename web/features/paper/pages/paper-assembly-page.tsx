import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Copy, Eye, Pencil, Printer, Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { paperStatus, variantNames } from '../../../../sync/contract/codes.ts';
import { call } from '../../../platform/call.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PaperStatusChip } from '../../../ui/status-chip.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { usePaperArea } from '../paper-area.ts';
import { questionCount } from '../paper-figures.ts';
import { idsOf, sharedCount } from '../paper-moves.ts';
import { paperKey, usePaper, type Paper } from '../paper-queries.ts';
import { BlueprintPanel } from '../parts/blueprint-panel.tsx';
import { DeskChip, DeskRefusal } from '../parts/desk-state.tsx';
import { DrawShortage } from '../parts/draw-shortage.tsx';
import { PaperStructure } from '../parts/paper-structure.tsx';
import { QuestionPicker } from '../parts/question-picker.tsx';
import { SectionQuestions } from '../parts/section-questions.tsx';
import { VariantTable } from '../parts/variant-table.tsx';
import { usePaperDesk } from '../use-paper-desk.ts';

/** Filling a paper: by hand, at random by rules; locks, swaps, variants. */
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
  return <Assembly key={paper.data.id} paper={paper.data} />;
}

/** Expected share of right answers of a question, until past exams say it. */
const ease = [0, 0.85, 0.65, 0.45] as const;

function Assembly({ paper }: { paper: Paper }) {
  const { t } = useTranslation('paper');
  const { base } = usePaperArea();
  const queries = useQueryClient();
  const desk = usePaperDesk(paper);
  const [asking, setAsking] = useState(false);
  const [picking, setPicking] = useState<number | null>(null);
  const [chosenTab, setTab] = useState('0');
  const mayChange = useMayChange();
  const fixed = paper.status === paperStatus.organised || !mayChange;
  const several = desk.variants.length > 1;
  const tab =
    chosenTab === 'blueprint' || (several && chosenTab === 'compare') || Number(chosenTab) < desk.variants.length ? chosenTab : '0';
  const variant = tab === 'compare' || tab === 'blueprint' ? 0 : Number(tab);
  const draw = useMutation({
    mutationFn: (variants: number) => call('/paper/draw', { id: paper.id, version: paper.version, variants }),
    onSuccess: () => toast.success(t('drawn', { count: questionCount(paper.sections) })),
    // After a conflict, too: what somebody else changed must be seen before the next try.
    onSettled: () => queries.invalidateQueries({ queryKey: paperKey }),
  });
  const ids = idsOf(desk.variants[variant]);
  const bodies = ids.flatMap((id) => desk.bodies.get(id) ?? []);
  const drawn = ids.length;
  const wanted = questionCount(paper.sections);
  const points = paper.sections.reduce(
    (sum, section, at) => sum + section.pointsEach * (desk.variants[variant]?.sections[at]?.length ?? 0),
    0,
  );
  const anyUnlocked = desk.variants.some((one) => one.sections.some((entries) => entries.some((entry) => !entry.locked)));
  const redraw = () => (anyUnlocked ? setAsking(true) : draw.mutate(desk.variants.length));
  const busy = draw.isPending || desk.state === 'saving';
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={paper.name}
        beside={
          <>
            <PaperStatusChip status={paper.status} />
            {!fixed && <DeskChip desk={desk} />}
          </>
        }
        actions={
          <>
            {drawn > 0 && (
              <>
                <Button asChild>
                  <Link to={`${base}/paper-form/${paper.id}/preview`}>
                    <Eye />
                    {t('examineeView')}
                  </Link>
                </Button>
                <Button asChild>
                  <Link to={`${base}/paper-form/${paper.id}/print`}>
                    <Printer />
                    {t('printPaper')}
                  </Link>
                </Button>
              </>
            )}
            {!fixed && (
              <>
                <Button asChild>
                  <Link to={`${base}/paper/create/${paper.id}`}>
                    <Pencil />
                    {t('change')}
                  </Link>
                </Button>
                <Button variant={drawn === 0 ? 'primary' : 'outline'} busy={busy} onClick={redraw}>
                  <Shuffle />
                  {t(drawn > 0 ? 'redrawRest' : 'draw')}
                </Button>
                {drawn > 0 && (
                  <Button busy={busy} onClick={() => (several ? desk.put({ variants: desk.variants.slice(0, 1) }) : draw.mutate(2))}>
                    <Copy />
                    {t(several ? 'oneVariant' : 'makeVariants')}
                  </Button>
                )}
              </>
            )}
            {mayChange && paper.kind === 'exam' && paper.status === paperStatus.assembled && (
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
      <DeskRefusal desk={desk} />
      <FigureStrip
        figures={[
          { label: t('questionCount'), value: drawn, note: `/ ${wanted}` },
          { label: t('totalPoints'), value: points, note: `/ ${paper.totalPoints}` },
          {
            label: t('estimated'),
            value: bodies.length === 0 ? '–' : (bodies.reduce((sum, one) => sum + ease[one.difficulty], 0) / bodies.length).toFixed(2),
            note: t('estimatedNote'),
          },
          ...(several
            ? [{ label: t('sharedCount'), value: sharedCount(desk.variants), note: t('sharedNote', { n: paper.rules.maxShared }) }]
            : [{ label: t('pass'), value: paper.rules.passPoints }]),
          { label: t('usedBefore'), value: bodies.filter((one) => one.usedCount > 0).length, note: t('usedNote') },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_380px]">
        <Panel>
          <Tabs value={tab} onValueChange={setTab}>
            <TabsList className="px-4">
              {desk.variants.map((one, at) => (
                <TabsTrigger key={at} value={String(at)}>
                  {several ? t('questionsOf', { name: variantNames[at] ?? 'A', n: idsOf(one).length }) : t('questionsTab')}
                </TabsTrigger>
              ))}
              <TabsTrigger value="blueprint">{t('blueprintTab')}</TabsTrigger>
              {several && <TabsTrigger value="compare">{t('compareTab')}</TabsTrigger>}
            </TabsList>
            <TabsContent value="blueprint">
              <BlueprintPanel paper={paper} desk={desk} fixed={fixed} />
            </TabsContent>
            <TabsContent value={tab === 'compare' || tab === 'blueprint' ? 'none' : tab}>
              {!fixed && <p className="border-b px-4 py-2 text-[13px] text-muted-foreground">{t('dragHint')}</p>}
              {paper.sections.map((_section, at) => (
                <SectionQuestions
                  key={at}
                  paper={paper}
                  desk={desk}
                  variant={variant}
                  section={at}
                  fixed={fixed}
                  onPick={() => setPicking(at)}
                />
              ))}
            </TabsContent>
            {several && (
              <TabsContent value="compare">
                <VariantTable paper={paper} desk={desk} />
              </TabsContent>
            )}
          </Tabs>
        </Panel>
        <div className="row-start-1 flex flex-col gap-3.5 xl:sticky xl:top-0 xl:row-auto">
          {draw.error !== null && <DrawShortage failure={draw.error} paper={paper} />}
          <PaperStructure paper={paper} entries={desk.variants[variant]?.sections ?? []} />
        </div>
      </div>
      {picking !== null && (
        <QuestionPicker paper={paper} desk={desk} variant={variant} section={picking} onClose={() => setPicking(null)} />
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('redrawTitle')}
        cancel={t('cancel')}
        confirm={t('redrawRest')}
        tone="sealSolid"
        onConfirm={() => {
          setAsking(false);
          draw.mutate(desk.variants.length);
        }}
      >
        {t('redrawText', { count: desk.variants.flatMap((one) => one.sections.flat()).filter((entry) => !entry.locked).length })}
      </AlertDialog>
    </div>
  );
}
