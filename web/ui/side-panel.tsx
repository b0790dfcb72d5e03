import { ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';
import { Sheet } from './sheet.tsx';
import { useRoomBeside } from './use-wide.ts';

interface SidePanelProps {
  title: ReactNode;
  /** On the button that opens it where there is no room beside the list: what it is for, and what is chosen. */
  button: string;
  bodyClassName: string;
  /** `close` is for what was chosen in the sheet; beside the list it does nothing. */
  children: (close: () => void) => ReactNode;
}

/** What a list is filtered by, beside it; on a narrow window behind a button above it. */
export function SidePanel({ title, button, bodyClassName, children }: SidePanelProps) {
  const beside = useRoomBeside();
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
