import { useTranslation } from 'react-i18next';
import { sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import { FigureStrip } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface Category {
  readonly category: string;
  readonly counts: readonly { readonly type: SectionTypeCode; readonly count: number }[];
}

const shownTypes = [sectionType.single, sectionType.multiple, sectionType.judgement, sectionType.fillIn] as const;

export function BankFigures({ categories }: { categories: readonly Category[] | undefined }) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const counts = categories?.flatMap((category) => category.counts);
  const sum = (type?: SectionTypeCode) =>
    counts === undefined ? (
      <Skeleton className="my-1 h-4 w-12" />
    ) : (
      counts.filter((row) => type === undefined || row.type === type).reduce((total, row) => total + row.count, 0)
    );
  return (
    <FigureStrip
      figures={[
        { label: t('total'), value: sum(), note: t('countNote') },
        ...shownTypes.map((type) => ({ label: code(`sectionType.${type}`), value: sum(type), note: t('countNote') })),
      ]}
    />
  );
}
