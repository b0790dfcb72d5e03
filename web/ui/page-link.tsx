import { createContext, use, type ComponentProps } from 'react';

/** Opens a page inside the application. Null where there is no router (`player.html`); the browser then loads a new document. */
export const OpenPageContext = createContext<((path: string) => void) | null>(null);

/** Returns the function that opens a page of the application. */
export function useOpenPage(): (path: string) => void {
  return use(OpenPageContext) ?? ((path) => location.assign(path));
}

/** Links to a page of the application from a component that is also used in `player.html`, where there is no router. */
export function PageLink({ to, children, ...rest }: ComponentProps<'a'> & { to: string }) {
  const open = use(OpenPageContext);
  return (
    <a
      href={to}
      onClick={(event) => {
        if (open === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(to);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
