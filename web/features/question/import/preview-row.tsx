import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ImportedQuestionDraft } from '../../../../sync/contract/bank/question-file.ts';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useDraftFieldName } from './draft-fields.ts';
import { type ImportRow, inlinePreviewPictures } from './import-rows.ts';
import { type ImportPreview, useQuestion } from '../question-queries.ts';
import { RowCorrection } from './row-correction.tsx';

interface PreviewRowProps {
  row: ImportRow;
  /** Title of the row. */
  title: string;
  like: ImportPreview['duplicates'][number] | undefined;
  /** Rows of the whole file. */
  rows: ImportPreview['rows'];
  pictures: ImportPreview['pictures'];
  busy: boolean;
  onClose: () => void;
  onMend: (draft: ImportedQuestionDraft) => void;
  onDrop: () => void;
}

/** Shows one row of the file: its remarks, its question as it would be stored, and a form to correct it. */
export function PreviewRow({ row, title, like, rows, pictures, busy, onClose, onMend, onDrop }: PreviewRowProps) {
  const { t } = useTranslation('questionFile');
  const fieldName = useDraftFieldName();
  const said = [
    ...row.faults.map((each) => ({ ...each, tone: 'seal' as const })),
    ...row.warnings.map((each) => ({ ...each, tone: 'kept' as const })),
  ];
  return (
    <Dialog
      shape="sheet"
      {...(like === undefined ? {} : { className: 'w-[min(60rem,calc(100vw-2rem))]' })}
      open
      onOpenChange={onClose}
      title={title}
      description={
        [title.includes(row.place) ? '' : row.place, row.question?.category ?? ''].filter((text) => text !== '').join(' · ') || undefined
      }
    >
      <div className="flex flex-col gap-3">
        {said.map((each, at) => (
          <Strip key={at} tone={each.tone}>
            {each.field !== '' && <b className="mr-2 font-medium">{fieldName(each.field)}</b>}
            {each.reason}
          </Strip>
        ))}
        {like !== undefined && row.question !== undefined ? (
          <div className="grid gap-3 md:grid-cols-2">
            <Side title={t('thisRow')}>
              <QuestionView question={shown(row.question, pictures)} />
            </Side>
            <Side title={like.of}>
              <Other like={like} rows={rows} pictures={pictures} />
            </Side>
          </div>
        ) : (
          row.question !== undefined && <QuestionView question={shown(row.question, pictures)} className="mt-1" />
        )}
        {row.question !== undefined && <h3 className="border-t pt-3.5 text-sm font-medium">{t('mendTitle')}</h3>}
        <RowCorrection
          key={JSON.stringify(row.faults)}
          draft={row.draft}
          faults={row.faults}
          pictures={pictures}
          busy={busy}
          onMend={onMend}
          onDrop={onDrop}
        />
      </div>
    </Dialog>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border px-3.5 py-3">
      <h3 className="mb-2 text-[13px] text-muted-foreground">{title}</h3>
      {children}
    </section>
  );
}

type Like = ImportPreview['duplicates'][number];

/** Shows the similar question, which is in the bank or is another row of the file. */
function Other({ like, rows, pictures }: { like: Like; rows: ImportPreview['rows']; pictures: ImportPreview['pictures'] }) {
  const inBank = useQuestion(like.ofId);
  const other = like.ofId === null ? rows.find(({ row }) => row === like.ofRow)?.question : inBank.data;
  if (other !== undefined) return <QuestionView question={like.ofId === null ? shown(other, pictures) : other} />;
  if (inBank.isFetching) return <Skeleton className="h-24" />;
  return <p className="text-[15px]">{like.text}</p>;
}

type Question = NonNullable<ImportRow['question']>;
const shown = (question: Question, pictures: ImportPreview['pictures']): Question =>
  pictures.length === 0 ? question : (JSON.parse(inlinePreviewPictures(JSON.stringify(question), pictures)) as Question);
