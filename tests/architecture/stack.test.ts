import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ownFiles } from '../support/planted-checkout.ts'

/** Packages that the owner chose: `inCode` those that the product imports, `inConfiguration` tools, with the file that configures them. */
const inCode = ['electron', 'react', 'react-dom', 'react-router-dom', '@tanstack/react-query', 'axios', 'keytar']
inCode.push('electron-store', 'zustand', '@mui/material', '@mui/x-data-grid', '@dnd-kit/core', 'commander', 'inquirer')
const inConfiguration = { 'electron-vite': 'electron.vite.config.ts', vitest: 'vitest.config.ts' }

const sources = ownFiles().filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
const read = (path: string) => readFileSync(path, 'utf8')
const imports = (text: string, name: string) =>
  new RegExp(`(from|import\\(|import) ?['"]${name}(/[^'"]+)?['"]`).test(text)

test.each(inCode)('[DESK-25] %s is a dependency, and the product is built with it', (name) => {
  expect({ ...packageJson.dependencies, ...packageJson.devDependencies }).toHaveProperty([name])
  const users = sources.filter((path) => !path.startsWith('tests/') && imports(read(path), name))
  expect(users).not.toEqual([])
})

test('no package runs a script when it is installed but those that package.json names', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { hasInstallScript?: boolean }> }
  const wanting = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(wanting.length).toBeGreaterThan(0)
  // For each package with an install script, somebody has decided whether the script may run.
  expect(Object.keys(packageJson.allowScripts).sort()).toEqual([...new Set(wanting)].sort())
})

test('[DESK-25] electron-vite, vitest and playwright build and test it, keytar is the maintained fork, the code is TypeScript', () => {
  for (const [name, configuration] of Object.entries(inConfiguration)) {
    expect(packageJson.devDependencies).toHaveProperty([name])
    expect(read(configuration)).toMatch(new RegExp(`from '${name}(/config)?'`))
  }
  expect(packageJson.devDependencies).toHaveProperty(['playwright'])
  expect(read('playwright.config.ts')).toContain("from '@playwright/test'")
  expect(packageJson.dependencies.keytar).toBe('npm:@github/keytar@7.10.6')
  const programs = /^(shared|server|src-main|src-preload|src-renderer|cli)\//
  const scripts = ownFiles().filter((path) => programs.test(path) && /\.(js|mjs|cjs|jsx)$/.test(path))
  // The one script in plain JavaScript runs before anything is loaded, so that the page never flashes in the wrong colours.
  expect(scripts).toEqual(['src-renderer/public/color-scheme.js'])
})
