import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { Dialog } from './dialog.tsx';
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx';

function PageWithMenu() {
  const [renaming, setRenaming] = useState(false);
  return (
    <>
      <DropdownMenu trigger={<button type="button">More</button>}>
        <MenuItem onSelect={() => setRenaming(true)}>Rename</MenuItem>
        <MenuItem>Copy</MenuItem>
      </DropdownMenu>
      <button type="button">Next</button>
      <Dialog open={renaming} onOpenChange={setRenaming} title="Rename the row">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

it('a menu opens by keyboard, moves by arrows and returns the focus', async () => {
  const { person } = await renderPage(<PageWithMenu />);
  const more = screen.getByRole('button', { name: 'More' });
  more.focus();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(await screen.findByRole('menuitem', { name: 'Rename' }));
  await person.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Copy' }));
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(more);
});

it('an open menu leaves the page usable: one press closes the menu and takes effect', async () => {
  const { person } = await renderPage(<PageWithMenu />);
  await person.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menu');
  expect(document.body.style.pointerEvents).toBe('');
  const next = screen.getByRole('button', { name: 'Next' });
  await person.click(next);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(next);
});

it('a menu leaves the focus to the dialog that its item opens', async () => {
  const { person } = await renderPage(<PageWithMenu />);
  await person.click(screen.getByRole('button', { name: 'More' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Name' }));
});
