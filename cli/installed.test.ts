import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

test('[CLI-01] the packed command line is installed by npm and runs away from the repository', () => {
  execFileSync(process.execPath, ['scripts/pack-cli.mjs'], { stdio: 'ignore' })
  const prefix = mkdtempSync(join(tmpdir(), 'guildhall-installed-'))
  const install = ['i', '-g', '--prefix', prefix, '--offline', '--omit=optional', '--no-audit', '--no-fund']
  execFileSync('npm', [...install, join(process.cwd(), 'out', 'guildhall-cli.tgz')], { stdio: 'ignore' })
  const run = (...args: string[]) =>
    spawnSync(join(prefix, 'bin', 'guildhall'), args, {
      cwd: prefix,
      env: { PATH: process.env['PATH'], HOME: prefix },
      encoding: 'utf8',
    })
  expect(run('version')).toMatchObject({ status: 0, stdout: `${packageJson.version}\n` })
  // The keychain's module was left out: the way without it is named.
  const whoami = run('whoami')
  expect(whoami.status).toBe(1)
  expect(whoami.stderr).toContain('GUILDHALL_TOKEN')
}, 120_000)
