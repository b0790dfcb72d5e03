import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { detailTableStatus } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { DetailTable } from '../detail-queries.ts';
import type { DetailOutline } from '../outline.ts';
import { writeDetailTable } from '../detail-sheet.ts';

interface TableActionsProps {
  table: DetailTable;
  lines: DetailOutline;
  unsaved: boolean;
  mayPublish: boolean;
  onImport: () => void;
  /** Content shown between the menu and the main button (publish or new edition). */
  children: ReactNode;
}

/** Offers the actions that the table's status allows: publish, withdraw, copy, remove, import, export. */
export function TableActions({ table, lines, unsaved, mayPublish, onImport, children }: TableActionsProps) {
  const { t } = useTranslation(['detail', 'ui', 'words']);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [openDialog, setOpenDialog] = useState<'publish' | 'remove' | null>(null);
  const key = { id: table.id, version: table.version };
  const isDraft = table.status === detailTableStatus.draft;
  const close = () => setOpenDialog(null);
  const withdraw = useAction({
    mutationFn: () => makeCall('/detail/withdraw', key),
    onSuccess: () => toast.success(t('words:withdrawn')),
    onSettled: () => invalidate('/detail'),
  });
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
          <Button size="icon" aria-label={t('ui:moreActions')}>
            <Ellipsis />
          </Button>
        }
      >
        {isDraft && <MenuItem onSelect={onImport}>{t('importFile')}</MenuItem>}
        <MenuItem onSelect={() => void writeDetailTable(lines).then((blob) => downloadFile(blob, fileName))}>{t('exportFile')}</MenuItem>
        {table.status === detailTableStatus.published && <MenuItem onSelect={() => withdraw.mutate()}>{t('withdraw')}</MenuItem>}
        {isDraft && (
          <MenuItem className="text-seal" onSelect={() => setOpenDialog('remove')}>
            {t('remove')}
          </MenuItem>
        )}
      </DropdownMenu>
      {children}
      {isDraft ? (
        <Button variant="primary" disabled={unsaved || !mayPublish} onClick={() => setOpenDialog('publish')}>
          {t('words:publish')}
        </Button>
      ) : (
        <Button variant="primary" busy={copy.isPending} onClick={() => copy.mutate()}>
          {t('newEdition')}
        </Button>
      )}
      {openDialog === 'publish' && (
        <ConfirmDialog
          title={t('publishTitle', { n: table.edition })}
          confirm={t('words:publish')}
          run={(quiet) => makeCall('/detail/publish', key, quiet)}
          invalidates={['/detail']}
          doneText={t('published')}
          onClose={close}
        >
          {t('publishText')}
        </ConfirmDialog>
      )}
      {openDialog === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { n: table.edition })}
          confirm={t('remove')}
          tone="sealSolid"
          run={(quiet) => makeCall('/detail/remove', key, quiet)}
          invalidates={['/detail']}
          doneText={t('words:removed')}
          onDone={() => {
            close();
            void navigate('/question/recognizes');
          }}
          onClose={close}
        >
          {t('removeText', { points: table.pointCount })}
        </ConfirmDialog>
      )}
    </>
  );
}
