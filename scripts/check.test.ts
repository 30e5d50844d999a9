import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// A checkout whose parts of the check do no more than fail or pass.
const folder = mkdtempSync(join(tmpdir(), 'guildhall-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['check', 'programs', 'own-node']) cpSync(`scripts/${name}.mjs`, join(folder, `scripts/${name}.mjs`))

const check = (failing: readonly string[]) => {
  const scripts: Record<string, string> = {}
  for (const part of ['types', 'lint', 'boundaries', 'dead', 'format']) {
    const does = failing.includes(part) ? `console.log('${part} is wrong'); process.exit(2)` : ''
    scripts[`check:${part}`] = `node -e "${does}"`
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check.mjs'], { cwd: folder, encoding: 'utf8' })
  return { status, stderr }
}

test('a type error hides neither lint nor dead code: each part is run, and says what it found and how long it took', () => {
  const { status, stderr } = check(['types', 'lint', 'dead'])
  expect(status).toBe(1)
  for (const part of ['types', 'lint', 'dead']) {
    expect(stderr).toMatch(new RegExp(`── ${part}: FAILED, \\d+ s\\n${part} is wrong`))
    expect(stderr).toContain(`\n  check:${part}`)
  }
  for (const part of ['boundaries', 'format']) expect(stderr).toMatch(new RegExp(`── ${part}: passed, \\d+ s`))
  expect(stderr).toContain('2 passed, 3 failed')
})

test('a check in which all parts pass ends with exit code 0', () => {
  const { status, stderr } = check([])
  expect({ status, last: stderr.trim().split('\n').at(-1) }).toEqual({ status: 0, last: '5 passed, 0 failed' })
})
