import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { formatCount } from '../../lib/format-number.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { Select } from '../primitives/select.tsx';
import type { ListTotal } from './list-pages.ts';

const sizes = [20, 50, 100, 200];

interface PaginationProps {
  page: number;
  pageSize: number;
  total: ListTotal | undefined;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

/** Shows the total and the page, and leads to other pages. If the total is not known, pages near either end of the list can be reached. */
export function Pagination({ page, pageSize, total: counted, onPage, onPageSize }: PaginationProps) {
  const { t } = useTranslation('ui');
  if (counted === undefined || counted.total === 0) return null;
  const { total, isMore = false } = counted;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const isFromEnd = page < 0;
  const place = !isMore
    ? t('pageOf', { page, pages })
    : page === -1
      ? t('lastPage')
      : t(isFromEnd ? 'pageFromEnd' : 'pageNumber', { page: Math.abs(page) });
  return (
    <nav
      aria-label={t('pages')}
      className="num flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 whitespace-nowrap border-t px-3.5 py-2 text-[13px] text-muted-foreground"
    >
      <span className="mr-auto">{isMore ? t('moreRows', { count: formatCount(total) }) : t('totalRows', { count: total })}</span>
      <Select
        aria-label={t('pageSize')}
        value={String(pageSize)}
        onChange={(size) => onPageSize(Number(size))}
        choices={sizes.map((size) => ({ value: String(size), label: t('perPage', { size }) }))}
        className="h-[30px] w-auto min-w-28 text-[13px]"
      />
      <span>{place}</span>
      <span className="flex gap-1">
        {isMore && (
          <Button size="iconSm" aria-label={t('firstPage')} disabled={page === 1} onClick={() => onPage(1)}>
            <ChevronsLeft />
          </Button>
        )}
        <Button
          repeats
          size="iconSm"
          aria-label={t('previous')}
          disabled={isFromEnd ? page <= -pages : page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft />
        </Button>
        <Button
          repeats
          size="iconSm"
          aria-label={t('next')}
          disabled={isFromEnd ? page === -1 : page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight />
        </Button>
        {isMore && (
          <Button size="iconSm" aria-label={t('lastPage')} disabled={page === -1} onClick={() => onPage(-1)}>
            <ChevronsRight />
          </Button>
        )}
      </span>
    </nav>
  );
}
