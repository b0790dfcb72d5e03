import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst } from './longest-first.ts';

const here = (name: string): string => new URL(name, import.meta.url).pathname;
const specification = (project: string, moduleId: string) => ({
  moduleId,
  project: { name: project, config: { isolate: true, sequence: { groupOrder: 0 } } },
});

it('files that start processes are sorted first within their project', async () => {
  const [plain, starting] = [here('closing-lines.ts'), here('processes.ts')];
  const files = [
    specification('web', plain),
    specification('server', plain),
    specification('web', starting),
    specification('server', starting),
  ];
  const context = { cache: { getTestSpecificationResult: () => undefined } };
  const sorted = await new LongestFirst(context as unknown as Vitest).sort(files as unknown as TestSpecification[]);
  expect(sorted.map(({ project, moduleId }) => [project.name, moduleId])).toEqual([
    ['server', starting],
    ['server', plain],
    ['web', starting],
    ['web', plain],
  ]);
});
