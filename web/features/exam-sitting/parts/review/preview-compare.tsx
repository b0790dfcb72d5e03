import { useTranslation } from '../../../../lib/i18n.ts';
import { variantNames } from '../../../../../sync/contract/codes.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { QuestionView } from '../../../../ui/entity/question-view.tsx';
import { formatNumberedTitle } from '../../model/card-state.ts';
import { type PreviewedPaper, mapItemQuestions } from '../../model/preview-keys.ts';

/** Shows the whole paper for proofreading, its variants side by side, question by question. */
export function PreviewCompare({ paper, showKeys }: { paper: PreviewedPaper; showKeys: boolean }) {
  const { t } = useTranslation('examAround');
  const { t: code } = useTranslation('codes');
  const sets = paper.variants.map((_variant, at) => mapItemQuestions(paper, at));
  const ids = sets.map((set) => new Set([...set.values()].map((question) => question.id)));
  return paper.sections.map((section, s) => {
    const from = paper.sections.slice(0, s).reduce((sum, one) => sum + one.count, 0);
    return (
      <Panel key={s} title={formatNumberedTitle(section.title, s)} bodyClassName="px-4 py-3">
        <ol>
          {Array.from({ length: section.count }, (_, at) => (
            <li
              key={at}
              className="grid gap-x-6 gap-y-3 border-b py-4 [contain-intrinsic-size:auto_220px] [content-visibility:auto] first:pt-1 last:border-b-0 last:pb-1"
              style={{ gridTemplateColumns: `repeat(${String(paper.variants.length)}, minmax(0, 1fr))` }}
            >
              {paper.variants.map((variant, v) => {
                const entry = variant.sections[s]?.[at];
                const question = entry && [...(sets[v]?.values() ?? [])].find((one) => one.id === entry.id);
                const shared = question !== undefined && ids.some((other, o) => o !== v && other.has(question.id));
                return (
                  <div key={v} className="min-w-0">
                    <p className="num mb-1.5 flex items-center gap-2 text-[13px] text-muted-foreground">
                      <b className="text-foreground">
                        {paper.variants.length > 1 && variantNames[v]} {from + at + 1}
                      </b>
                      {question !== undefined && <span>{code(`difficulty.${question.difficulty}`)}</span>}
                      {question !== undefined && question.pointCode !== '' && <span>{question.pointCode}</span>}
                      {shared && (
                        <Chip tone="kept" mark="ring">
                          {t('previewShared')}
                        </Chip>
                      )}
                    </p>
                    {question === undefined ? (
                      <p className="text-sm text-muted-foreground">{t('previewEmpty')}</p>
                    ) : (
                      <QuestionView question={question} showKey={showKeys} />
                    )}
                  </div>
                );
              })}
            </li>
          ))}
        </ol>
      </Panel>
    );
  });
}
