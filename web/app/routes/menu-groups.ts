import type { ExternalLink, GroupKey, MenuGroup } from './route-row.ts';

export const menuGroups: Readonly<Record<GroupKey, MenuGroup>> = {
  exam: { clickable: true },
  organise: { under: 'exam', clickable: false },
  test: { clickable: true },
  homework: { clickable: true },
  course: { clickable: true },
  info: { clickable: true },
  declaration: { clickable: true },
  students: { clickable: true },
  manage: { clickable: false },
  schools: { clickable: true },
  bank: { clickable: true },
  system: { clickable: false, alwaysShow: true },
};

export const externalLinks: readonly ExternalLink[] = [
  { href: '/api/openapi.json', title: ['接口说明', 'API description'], access: ['system', 'db'], group: 'system' },
];
