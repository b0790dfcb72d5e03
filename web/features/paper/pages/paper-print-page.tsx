import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { variantNames } from '../../../../sync/contract/codes.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { PrintLayout } from '../../../ui/print-layout.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePaperArea } from '../paper-area.ts';
import { printSections } from '../paper-print.ts';
import { usePaper } from '../paper-queries.ts';
import { AnswerSheet } from '../parts/answer-sheet.tsx';
import { KeySheet } from '../parts/key-sheet.tsx';
import { PaperSheet } from '../parts/paper-sheet.tsx';

const kinds = ['paper', 'sheet', 'key'] as const;
type Kind = (typeof kinds)[number];

/** A paper, its answer sheet or its key on A4, with the sealed line in the margin. */
export function PaperPrintPage() {
  const { t } = useTranslation('paper');
  const { paperId } = useParams();
  const { base } = usePaperArea();
  const user = useAtomValue(sessionUserAtom);
  const [kind, setKind] = useState<Kind>('paper');
  const [variant, setVariant] = useState(0);
  const paper = usePaper(Number(paperId));
  if (paper.error !== null) return <QueryFailure error={paper.error} onRetry={() => void paper.refetch()} />;
  if (paper.data === undefined) return <Skeleton className="h-[80vh] rounded-xl" />;
  const { name, rules, totalPoints, variants } = paper.data;
  const sections = printSections(paper.data, variant);
  const letter = variants.length > 1 ? ` · ${t('variantName', { name: variantNames[variant] ?? 'A' })}` : '';
  return (
    <PrintLayout
      school={{ title: user?.school_title ?? '', ...(user?.school_logo !== undefined && { logo: user.school_logo }) }}
      title={`${name}${letter}`}
      subtitle={kind === 'key' ? t('keyTitle') : t('printLine', { minutes: rules.minutes, total: totalPoints, pass: rules.passPoints })}
      actions={
        <>
          <Button asChild>
            <Link to={`${base}/paper-form/${paper.data.id}`}>{t('backToPaper')}</Link>
          </Button>
          <Select
            aria-label={t('printWhat')}
            value={kind}
            onChange={(value) => setKind(kinds.find((each) => each === value) ?? 'paper')}
            choices={kinds.map((each) => ({ value: each, label: t(`printKinds.${each}`) }))}
            className="w-32"
          />
          {variants.length > 1 && (
            <Select
              aria-label={t('variants')}
              value={String(variant)}
              onChange={(value) => setVariant(Number(value))}
              choices={variants.map((_one, at) => ({ value: String(at), label: t('variantName', { name: variantNames[at] ?? 'A' }) }))}
              className="w-28"
            />
          )}
        </>
      }
    >
      {kind === 'paper' && <PaperSheet sections={sections} />}
      {kind === 'sheet' && <AnswerSheet sections={sections} />}
      {kind === 'key' && <KeySheet sections={sections} />}
    </PrintLayout>
  );
}
