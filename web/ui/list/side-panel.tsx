import { ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Panel } from '../primitives/panel.tsx';
import { Sheet } from '../primitives/sheet.tsx';
import { useHasSidePanelSpace } from './use-wide.ts';

interface SidePanelProps {
  title: ReactNode;
  /** Label of the button that opens the panel in a narrow window: purpose of the panel and current choice. */
  button: string;
  bodyClassName: string;
  /** Renders the content, which calls `close` after a choice. The call has an effect only in a narrow window, where the panel is a sheet. */
  children: (close: () => void) => ReactNode;
}

/** Renders a filter panel next to a list; on a narrow window it opens from a button above the list. */
export function SidePanel({ title, button, bodyClassName, children }: SidePanelProps) {
  const beside = useHasSidePanelSpace();
  const [open, setOpen] = useState(false);
  if (beside) {
    return (
      <Panel title={title} className="w-56 shrink-0 xl:w-60" bodyClassName={bodyClassName}>
        {children(() => undefined)}
      </Panel>
    );
  }
  return (
    <>
      <Button className="max-w-full shrink-0 self-start" onClick={() => setOpen(true)}>
        <ListTree aria-hidden />
        <span className="truncate">{button}</span>
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title={title} className="w-[min(24rem,calc(100vw-2rem))]">
        {children(() => setOpen(false))}
      </Sheet>
    </>
  );
}
