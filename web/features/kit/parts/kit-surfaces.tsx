import { useState } from 'react';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { Sheet } from '../../../ui/primitives/sheet.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { kitTexts as words } from '../kit-texts.ts';

type Open = 'dialog' | 'right' | 'bottom' | null;

export function KitSurfaces() {
  const [open, setOpen] = useState<Open>(null);
  const shared = {
    onOpenChange: (next: boolean) => setOpen(next ? open : null),
    title: words.sheetTitle,
    description: words.sheetBody,
    footer: (
      <Button variant="primary" onClick={() => setOpen(null)}>
        {words.save}
      </Button>
    ),
  };
  return (
    <Panel title={words.surfaces} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setOpen('right')}>{words.openSheet}</Button>
        <Button onClick={() => setOpen('bottom')}>{words.openBottom}</Button>
        <Button onClick={() => setOpen('dialog')}>{words.openDialog}</Button>
        <Button onClick={() => toast.success(words.delivered)}>{words.delivered}</Button>
        <Button onClick={() => toast.error(words.seatsError)}>{words.cheating}</Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Chip tone="delivered">{words.delivered}</Chip>
        <Chip tone="kept">{words.kept}</Chip>
        <Chip tone="seal">{words.cheating}</Chip>
      </div>
      <Strip tone="kept">{words.strip}</Strip>
      <Progress value={0.62} label={words.loading} />
      <Progress value={null} label={words.loading} />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-5 w-3/4" />
      </div>
      <Dialog open={open === 'dialog'} {...shared}>
        {words.strip}
      </Dialog>
      <Sheet open={open === 'right'} {...shared}>
        {words.strip}
      </Sheet>
      <Sheet side="bottom" open={open === 'bottom'} {...shared}>
        {words.strip}
      </Sheet>
    </Panel>
  );
}
