import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantedCheckout } from '../support/planted-checkout.ts'
import { needsOfUnitTests } from '../../scripts/test-needs.ts'

const root = join(import.meta.dirname, '..', '..')
const needs = (...args: string[]) => [...needsOfUnitTests(root, args)].sort()
const everything = ['browser', 'build', 'keyring']

test.each([
  'shared/rules',
  'server/modules/tasks',
  'src-renderer/ui',
  'src-main',
  'cli/waitlist.test.ts',
  'tests/architecture',
  'tests/desktop/packaging.test.ts:20',
])('the tests of %s need nothing but the packages', (path) => {
  expect(needs(path)).toEqual([])
})

test('tests that use the keychain need a keyring, those of the samples a build, those of the desktop app everything', () => {
  expect(needs('cli/session.test.ts')).toEqual(['keyring'])
  expect(needs('tests/deploy')).toEqual(['build'])
  expect(needs('tests/desktop/window.test.ts')).toEqual(everything)
  expect(needs('shared/rules', 'tests/desktop')).toEqual(everything)
})

test('without a path, or with words that name no file, a run needs everything', () => {
  for (const words of [[], ['-t', 'shared/rules'], ['--sequence.seed=1'], ['no-such-file']])
    expect(needs(...words)).toEqual(everything)
  // The word behind an option is that option's value; the word after it is a path.
  expect(needs('-t', 'window', 'shared/rules')).toEqual([])
})

describe('npm test on a machine without browser and keyring', () => {
  const checkout = plantedCheckout()
  let bin: string
  beforeAll(() => {
    bin = mkdtempSync(join(tmpdir(), 'guildhall-bare-'))
    symlinkSync('/bin/sh', join(bin, 'sh'))
  })
  afterAll(() => {
    checkout.remove()
    rmSync(bin, { recursive: true, force: true })
  })
  const npmTest = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      const env = { PATH: bin, HOME: bin, CHROMIUM: '' }
      const options = { cwd: checkout.root, env }
      execFile(process.execPath, ['scripts/test.mjs', 'unit', ...args], options, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })

  test('runs a test that needs neither, and builds nothing for it', async () => {
    const { code, stdout, stderr } = await npmTest('shared/rules/money.test.ts')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/\n\d+ passed, 0 failed\n$/) as string })
    expect(stderr).not.toContain('Building')
  })

  test('says in one sentence what is missing for a test that needs a keyring, and runs nothing', async () => {
    const { code, stdout, stderr } = await npmTest('cli/session.test.ts')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      'dbus-run-session and gnome-keyring-daemon not found: install the packages dbus and gnome-keyring.\n',
    )
  })
})
