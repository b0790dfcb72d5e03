import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { AdminLayout } from './admin-layout.tsx';

async function openLayout(person: ReturnType<typeof createSessionUser>) {
  startFakeServer();
  await i18n.load(['app']);
  return renderPage(<AdminLayout />, { person });
}
const menu = () => screen.queryByRole('navigation', { name: 'Main menu' });

describe('the sidebar beside a page', () => {
  it('25.39: a menu with a single entry takes no room until it is opened', async () => {
    const page = await openLayout(createSessionUser('invigilator'));
    expect(menu()).toBeNull();
    await page.person.click(screen.getByRole('button', { name: 'Open the sidebar' }));
    expect(menu()?.className).toContain('fixed');
    await page.person.click(screen.getByRole('link', { name: 'Invigilation' }));
    expect(menu()).toBeNull();
  });

  it('stands open beside the page if its menu has several entries', async () => {
    await openLayout(createSessionUser('school'));
    expect(menu()?.className).not.toContain('fixed');
  });
});
