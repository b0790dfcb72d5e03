import { Shuffle } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtomValue } from 'jotai';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QuestionView } from '../../../ui/question-view.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { subtotal } from '../paper-figures.ts';
import type { Paper } from '../paper-queries.ts';

interface PaperPreviewProps {
  paper: Paper;
  drawn: number;
  onDraw: (() => void) | undefined;
  busy: boolean;
}

/** The drawn paper as people will read it; on paper with the school's name, keys only if they are shown. */
export function PaperPreview({ paper, drawn, onDraw, busy }: PaperPreviewProps) {
  const { t } = useTranslation('paper');
  const id = useId();
  const school = useAtomValue(sessionUserAtom)?.school_title;
  const [keys, setKeys] = useState(true);
  if (drawn === 0) {
    return (
      <Panel title={t('preview')}>
        <EmptyState
          title={t('notDrawn')}
          icon={<Shuffle strokeWidth={1.7} />}
          action={
            onDraw !== undefined && (
              <Button variant="primary" busy={busy} onClick={onDraw}>
                {t('draw')}
              </Button>
            )
          }
        >
          {t('notDrawnText')}
        </EmptyState>
      </Panel>
    );
  }
  const startOf = (at: number) => paper.sections.slice(0, at).reduce((sum, section) => sum + section.questions.length, 0);
  return (
    <Panel
      title={<span className="print:hidden">{t('preview')}</span>}
      aside={
        <span className="flex items-center gap-2 text-[13px] text-muted-foreground print:hidden">
          <label htmlFor={id}>{t('showKeys')}</label>
          <Switch id={id} checked={keys} onCheckedChange={setKeys} />
        </span>
      }
      className="print:overflow-visible print:border-0"
    >
      <div className="hidden text-center print:block">
        <p className="font-serif text-lg font-semibold">{school}</p>
        <p className="font-serif text-xl font-semibold">{paper.name}</p>
        <p className="mt-2 text-sm">{t('printTime')}</p>
      </div>
      {paper.sections.map((section, at) => (
        <section key={at} aria-label={section.title}>
          <h3 className="flex flex-wrap items-baseline gap-x-3 border-b bg-muted px-4 py-2 font-semibold print:bg-transparent">
            {section.title}
            <span className="num text-[13px] font-normal text-muted-foreground">
              {t('sectionLine', { count: section.questions.length, each: section.pointsEach, total: subtotal(section) })}
            </span>
          </h3>
          <ol>
            {section.questions.map((question, index) => (
              <li
                key={question.id}
                className="flex gap-3 border-b px-4 py-3.5 break-inside-avoid [contain-intrinsic-size:auto_220px] [content-visibility:auto] print:[content-visibility:visible]"
              >
                <span className="num w-7 shrink-0 pt-px text-right text-[15px] font-semibold text-muted-foreground">
                  {startOf(at) + index + 1}.
                </span>
                <QuestionView question={question} showKey={keys} className="min-w-0 grow" />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Panel>
  );
}
