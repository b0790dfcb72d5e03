import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { detailTableStatus } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useTableChange, type DetailTable } from '../detail-queries.ts';
import type { DetailOutline } from '../outline.ts';
import { writeDetailTable } from '../table-file.ts';

interface TableActionsProps {
  table: DetailTable;
  lines: DetailOutline;
  unsaved: boolean;
  mayPublish: boolean;
  onImport: () => void;
  /** Shown before the main button. */
  children: ReactNode;
}

/** Offers the actions that the table's status allows: publish, withdraw, copy, remove, import, export. */
export function TableActions({ table, lines, unsaved, mayPublish, onImport, children }: TableActionsProps) {
  const { t } = useTranslation('detail');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState<'publish' | 'remove' | null>(null);
  const key = { id: table.id, version: table.version };
  const isDraft = table.status === detailTableStatus.draft;
  const close = () => setAsking(null);
  const publish = useTableChange('/detail/publish', t('published'));
  const withdraw = useTableChange('/detail/withdraw', t('withdrawn'));
  const remove = useTableChange('/detail/remove', t('removed'));
  const copy = useAction({
    mutationFn: () =>
      makeCall('/detail/add', { professionId: table.professionId, tradeId: table.tradeId, level: table.level, copyOf: table.id }),
    onSuccess: async ({ id }) => {
      toast.success(t('newEditionDone'));
      await invalidate('/detail');
      void navigate(`/question/recognizes?table=${id}`);
    },
  });
  const fileName = `${table.professionCode} ${table.professionName}${table.tradeName} ${table.level} ${t('editionNo', { n: table.edition })}.xlsx`;
  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="icon" aria-label={t('more')}>
            <Ellipsis />
          </Button>
        }
      >
        {isDraft && <MenuItem onSelect={onImport}>{t('importFile')}</MenuItem>}
        <MenuItem onSelect={() => void writeDetailTable(lines).then((blob) => downloadFile(blob, fileName))}>{t('exportFile')}</MenuItem>
        {table.status === detailTableStatus.published && <MenuItem onSelect={() => withdraw.mutate(key)}>{t('withdraw')}</MenuItem>}
        {isDraft && (
          <MenuItem className="text-seal" onSelect={() => setAsking('remove')}>
            {t('remove')}
          </MenuItem>
        )}
      </DropdownMenu>
      {children}
      {isDraft ? (
        <Button variant="primary" disabled={unsaved || !mayPublish} busy={publish.isPending} onClick={() => setAsking('publish')}>
          {t('publish')}
        </Button>
      ) : (
        <Button variant="primary" busy={copy.isPending} onClick={() => copy.mutate()}>
          {t('newEdition')}
        </Button>
      )}
      <AlertDialog
        open={asking === 'publish'}
        onOpenChange={close}
        title={t('publishTitle', { n: table.edition })}
        cancel={t('cancel')}
        confirm={t('publish')}
        busy={publish.isPending}
        onConfirm={() => publish.mutate(key, { onSettled: close })}
      >
        {t('publishText')}
      </AlertDialog>
      <AlertDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={t('removeTitle', { n: table.edition })}
        cancel={t('cancel')}
        confirm={t('remove')}
        tone="sealSolid"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(key, { onSuccess: () => void navigate('/question/recognizes'), onSettled: close })}
      >
        {t('removeText', { points: table.pointCount })}
      </AlertDialog>
    </>
  );
}
