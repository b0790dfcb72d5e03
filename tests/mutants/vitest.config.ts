import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import config from '../../vitest.config.ts';
import { moduleMutants } from './module-mutants.ts';
import { plantFault } from './source-fault.ts';

/** Runs the test files of the repository with one fault planted: `WENKAO_MUTANT` is its name. Without a name no fault is planted. */
const name = process.env['WENKAO_MUTANT'];
const mutant = moduleMutants.find((one) => one.name === name);
if (name !== undefined && mutant === undefined) throw new Error(`no mutant is called "${name}"`);

const planter: Plugin = {
  name: 'plant-mutant',
  enforce: 'pre',
  transform: (source, id) => (mutant !== undefined && id === join(process.cwd(), mutant.file) ? plantFault(source, mutant) : undefined),
};
const projects = (config.test?.projects ?? []) as TestProjectInlineConfiguration[];

export default defineConfig({
  ...config,
  root: process.cwd(),
  test: {
    ...config.test,
    projects: projects.map(({ test, ...project }) => ({
      ...project,
      plugins: [planter],
      // Vitest stores transformed modules on the disk. A stored one would hide the fault, or bring it back in another run.
      test: { ...test, fsModuleCache: false },
    })),
  },
});
