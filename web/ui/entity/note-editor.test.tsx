import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { NoteEditor } from './note-editor.tsx';

beforeEach(() => i18n.load(['notes']));

it('the button that removes a note stands apart from its fields, which may take two lines', async () => {
  const onNotes = vi.fn();
  const note = { from: 0, to: 4, kind: 'right', text: '' } as const;
  render(<NoteEditor answer="Fuse" notes={[note]} onNotes={onNotes} make={(made) => made} keys="off" className="" />);
  const remove = screen.getByRole('button', { name: 'Delete note 1' });
  expect(remove.parentElement).toBe(screen.getByRole('listitem'));
  expect(screen.getByRole('textbox').parentElement).not.toBe(remove.parentElement);
  await userEvent.click(remove);
  expect(onNotes).toHaveBeenCalledWith([]);
});
