import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { sectionType, variantNames, type VariantName } from '../../../../sync/contract/codes.ts';
import type { PaperContent } from '../../../../sync/contract/exam.ts';
import type { AttemptSession, AttemptView } from '../../../../sync/engine/attempt-session.ts';
import type { AnswerValue } from '../../../../sync/engine/ops.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { numberedTitle } from '../model/card-state.ts';
import { arrangePaper } from '../model/paper-order.ts';
import { SittingDesk } from '../model/sitting-desk.ts';
import { QuestionView, type QuestionActions } from '../parts/question-view.tsx';
import { textSizes } from '../parts/text-size.tsx';

/** An attempt that is nobody's: answers stay in this page's memory. */
function idleSession(): AttemptSession {
  const answers = new Map<string, AnswerValue>();
  const listeners = new Set<() => void>();
  const view = (): AttemptView => ({
    answers: new Map(answers),
    flags: new Set(),
    lamps: { savedAtMs: null, saving: false, failure: null, here: 0, received: 0, oldestUnreceivedMs: null, reachable: true },
    phase: 'open',
    news: null,
    receipt: null,
    handIn: null,
    unreadable: 0,
  });
  return {
    view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setAnswer: (itemId, value) => {
      answers.set(itemId, value);
      for (const listener of listeners) listener();
      return Promise.resolve('saved');
    },
    setFlag: () => Promise.resolve('saved'),
    handIn: () => Promise.resolve('closed'),
    adopt: () => undefined,
    close: () => undefined,
  };
}

const nobody = 'preview';

/** A paper for whoever makes it, in the player's own view: what an examinee will read, and may try to answer. */
export function PaperPreviewPage() {
  const { t } = useTranslation('examSitting');
  const { paperId } = useParams();
  const back = useLocation().pathname.replace(/\/preview$/, '');
  const [variant, setVariant] = useState<VariantName>('A');
  const paper = useQuery({
    queryKey: ['paper', 'one', Number(paperId)],
    queryFn: ({ signal }) => call('/paper/getById', { id: Number(paperId) }, { signal }),
  });
  const shown = useQuery({
    queryKey: ['paper', 'preview', Number(paperId), variant],
    queryFn: ({ signal }) => call('/paper/preview', { id: Number(paperId), variant }, { signal }),
  });
  if (shown.error !== null) return <QueryFailure error={shown.error} onRetry={() => void shown.refetch()} />;
  const variants = paper.data?.variants ?? [];
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={paper.data?.name ?? ''}
        description={t('previewing')}
        actions={
          <>
            {variants.length > 1 && (
              <Select
                aria-label={t('previewVariant')}
                value={variant}
                onChange={(value) => setVariant(variantNames.find((name) => name === value) ?? 'A')}
                choices={variantNames.slice(0, variants.length).map((name) => ({ value: name, label: name }))}
                className="w-24"
              />
            )}
            <Button asChild>
              <Link to={back}>{t('previewBack')}</Link>
            </Button>
          </>
        }
      />
      {shown.data?.obstacles.map((text) => (
        <Strip key={text} tone="seal">
          {text}
        </Strip>
      ))}
      {shown.data?.warnings.map((text) => (
        <Strip key={text} tone="kept">
          {text}
        </Strip>
      ))}
      {shown.data === undefined ? <Skeleton className="h-96 rounded-xl" /> : <Questions key={variant} content={shown.data.content} />}
    </div>
  );
}

function Questions({ content }: { content: PaperContent }) {
  const { t } = useTranslation('examSitting');
  const [desk] = useState(() => new SittingDesk(idleSession()));
  useEffect(() => () => desk.close(), [desk]);
  const actions = useMemo<QuestionActions>(
    () => ({
      choose: (item, optionId) => {
        const before = desk.answerOf(item.id) ?? [];
        const several = item.type === sectionType.multiple;
        const next = !several
          ? [optionId]
          : before.includes(optionId)
            ? before.filter((each) => each !== optionId)
            : [...before, optionId].toSorted();
        desk.choose(item.id, next);
      },
      write: (item, value) => desk.type(item.id, value),
      strike: () => undefined,
      leaveField: () => void desk.flush(),
    }),
    [desk],
  );
  const arranged = arrangePaper(content, nobody, [t('judgement.right'), t('judgement.wrong')]);
  const sections = arranged.sections.map((section, at) => (
    <Panel key={at} title={numberedTitle(section.title, at)} bodyClassName="px-6 py-5">
      {section.items.map((item) => (
        <div key={item.id} className="pb-8 [contain-intrinsic-size:auto_360px] [content-visibility:auto] last:pb-0">
          <QuestionView item={item} total={arranged.items.length} desk={desk} struck={undefined} actions={actions} />
        </div>
      ))}
    </Panel>
  ));
  // As large as in the exam.
  return (
    <div className="contents" style={{ '--question-size': `${textSizes.normal}px` } as CSSProperties}>
      {sections}
    </div>
  );
}
