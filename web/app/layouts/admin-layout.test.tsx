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

describe('sidebar beside a page', () => {
  it('is hidden until it is opened, if its menu has a single entry', async () => {
    const page = await openLayout(createSessionUser('invigilator'));
    expect(menu()).toBeNull();
    await page.person.click(screen.getByRole('button', { name: 'Open the sidebar' }));
    expect(menu()?.className).toContain('fixed');
    await page.person.click(screen.getByRole('link', { name: 'Invigilation' }));
    expect(menu()).toBeNull();
  });

  it('stays open beside the page if its menu has several entries', async () => {
    await openLayout(createSessionUser('school'));
    expect(menu()?.className).not.toContain('fixed');
  });
});

describe('bar above a page', () => {
  it('links a student to their management page, their account and the home page', async () => {
    const { person, router } = await openLayout(createSessionUser('student'));
    const choose = async (name: string): Promise<string> => {
      await person.click(screen.getByRole('button', { name: /Li Hua/ }));
      await person.click(await screen.findByRole('menuitem', { name }));
      return router.state.location.pathname;
    };
    expect(await choose('Manage')).toBe('/student/user/index');
    expect(await choose('Account')).toBe('/account');
    expect(await choose('Home')).toBe('/student/home/index');
  });

  it('reports that the browser refuses full screen', async () => {
    // jsdom knows no full screen.
    Object.assign(document, { fullscreenElement: null });
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('no'));
    const { person } = await openLayout(createSessionUser('teacher'));
    await person.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(await screen.findByText('browser not supported')).toBeDefined();
  });
});
