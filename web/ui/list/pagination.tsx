import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { Select } from '../primitives/select.tsx';

const sizes = [20, 50, 100, 200];

interface PaginationProps {
  page: number;
  pageSize: number;
  total: number | undefined;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

export function Pagination({ page, pageSize, total, onPage, onPageSize }: PaginationProps) {
  const { t } = useTranslation('ui');
  if (total === undefined || total === 0) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav
      aria-label={t('pages')}
      className="num flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 whitespace-nowrap border-t px-3.5 py-2 text-[13px] text-muted-foreground"
    >
      <span className="mr-auto">{t('totalRows', { count: total })}</span>
      <Select
        aria-label={t('pageSize')}
        value={String(pageSize)}
        onChange={(size) => onPageSize(Number(size))}
        choices={sizes.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
        className="h-[30px] w-auto min-w-28 text-[13px]"
      />
      <span>{t('pageOf', { page, pages })}</span>
      <span className="flex gap-1">
        <Button repeats size="iconSm" aria-label={t('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft />
        </Button>
        <Button repeats size="iconSm" aria-label={t('next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight />
        </Button>
      </span>
    </nav>
  );
}
