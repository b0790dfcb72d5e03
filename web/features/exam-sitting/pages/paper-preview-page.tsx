import { UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useLocation, useParams } from 'react-router-dom';
import { variantNames } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { createOneOfFilter } from '../../../ui/list/list-filters.ts';
import { useListState } from '../../../ui/list/list-state.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { mapItemQuestions } from '../model/preview-keys.ts';
import { PreviewCompare } from '../parts/review/preview-compare.tsx';
import { PreviewPlayer } from '../parts/review/preview-player.tsx';

const views = ['examinee', 'whole'] as const;
const filters = { view: createOneOfFilter(views), variant: createOneOfFilter(variantNames) };

/** Previews a paper for its author: in the player as an examinee sees it, or whole, with its variants side by side. */
export function PaperPreviewPage() {
  const { t } = useTranslation('examAround');
  const { paperId } = useParams();
  const id = Number(paperId);
  const back = useLocation().pathname.replace(/\/preview$/, '');
  const keysId = useId();
  const list = useListState({ filters });
  const view = list.filters.view ?? 'examinee';
  const variant = list.filters.variant ?? 'A';
  const [showKeys, setShowKeys] = useState(false);
  const [examinee, setExaminee] = useState(1);
  const paper = useCall('/paper/getById', { id });
  const shown = useCall('/paper/preview', { id, variant });
  const failed = shown.error ?? paper.error;
  if (failed !== null) return <QueryFailure error={failed} onRetry={() => void Promise.all([shown.refetch(), paper.refetch()])} />;
  const variants = variantNames.slice(0, paper.data?.variants.length ?? 1);
  const isEmpty = shown.data?.content.sections.every((section) => section.items.length === 0) === true;
  return (
    <div className={cn('flex flex-col gap-3.5', view === 'examinee' && 'h-full')}>
      <PageHeader
        title={paper.data?.name ?? ''}
        description={t(view === 'examinee' ? 'previewing' : 'previewingWhole')}
        actions={
          <Button asChild>
            <Link to={back}>{t('previewBack')}</Link>
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-2.5">
        <div role="group" aria-label={t('previewView')} className="flex gap-1.5">
          {views.map((each) => (
            <Button
              key={each}
              size="sm"
              variant={each === view ? 'primary' : 'outline'}
              aria-pressed={each === view}
              onClick={() => list.setFilter('view', each === 'examinee' ? undefined : each)}
            >
              {t(each === 'examinee' ? 'previewExaminee' : variants.length > 1 ? 'previewCompare' : 'previewWhole')}
            </Button>
          ))}
        </div>
        {view === 'examinee' && variants.length > 1 && (
          <Select
            aria-label={t('previewVariant')}
            value={variant}
            onChange={(value) =>
              list.setFilter(
                'variant',
                variantNames.find((name) => name === value),
              )
            }
            choices={variants.map((name) => ({ value: name, label: t('previewVariantName', { name }) }))}
            className="w-24"
          />
        )}
        {view === 'examinee' && (shown.data?.content.shuffleQuestions === true || shown.data?.content.shuffleOptions === true) && (
          <Button size="sm" variant="ghost" onClick={() => setExaminee(examinee + 1)}>
            <UserRound />
            {t('previewOther')}
          </Button>
        )}
        <span className="ml-auto flex items-center gap-2">
          <Switch id={keysId} checked={showKeys} onCheckedChange={setShowKeys} />
          <label htmlFor={keysId} className="text-sm">
            {t('previewKeys')}
          </label>
        </span>
      </div>
      {[...(shown.data?.obstacles ?? [])].map((text) => (
        <Strip key={text} tone="seal">
          {text}
        </Strip>
      ))}
      {[...(shown.data?.warnings ?? [])].map((text) => (
        <Strip key={text} tone="kept">
          {text}
        </Strip>
      ))}
      {shown.data === undefined || paper.data === undefined ? (
        <Skeleton className="min-h-96 grow rounded-xl" />
      ) : isEmpty ? (
        <EmptyState
          title={t('previewNone')}
          action={
            <Button asChild variant="primary">
              <Link to={back}>{t('previewBack')}</Link>
            </Button>
          }
        />
      ) : view === 'whole' ? (
        <PreviewCompare paper={paper.data} showKeys={showKeys} />
      ) : (
        <PreviewPlayer
          key={`${variant}.${String(examinee)}.${String(paper.data.version)}`}
          content={shown.data.content}
          examinee={`preview.${String(id)}.${variant}.${String(examinee)}`}
          keys={showKeys ? mapItemQuestions(paper.data, variantNames.indexOf(variant)) : null}
        />
      )}
    </div>
  );
}
