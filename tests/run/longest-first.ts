import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the test files that spawn processes first in each project, because they take longest. Otherwise a worker could start one last and
 * all others would wait.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = new Map(
      sorted.map((file) => {
        const startsProcesses = /node:child_process|\/server-process/.test(readFileSync(file.moduleId, 'utf8'));
        return [file, 2 * projects.indexOf(file.project.name) + (startsProcesses ? 0 : 1)];
      }),
    );
    return sorted.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  }
}
