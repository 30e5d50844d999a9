import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
type Panel = {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string }[]
}
const { panels } = JSON.parse(readFileSync(join(root, 'deploy', 'grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[]
}
const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const used = new Set(
  exprs
    .flatMap((expr) => [...expr.matchAll(/\b(?:guildhall|process|nodejs)_\w+/g)])
    .map(([name]) => name.replace(/_bucket$/, '')),
)

test('the dashboard draws every figure of the server, and none that it lacks', () => {
  const source = readFileSync(join(root, 'server', 'process', 'metrics.ts'), 'utf8')
  const ours = [...source.matchAll(/name: '(guildhall_\w+)'/g)].map(([, name]) => name)
  expect(ours.length).toBeGreaterThan(10)
  expect([...used].filter((name) => name.startsWith('guildhall_')).sort()).toEqual(ours.sort())
})

test('its panels have names of their own and lie beside each other', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  const taken = new Set<string>()
  for (const { title, gridPos } of panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(x, title).toBeLessThan(24)
        expect(taken.has(`${x} ${y}`), title).toBe(false)
        taken.add(`${x} ${y}`)
      }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
test.runIf(hasPromtool)('Prometheus understands each of its expressions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-grafana-'))
  try {
    const file = join(folder, 'rules.yml')
    // Grafana puts a time where it says so.
    const rules = exprs.map((expr, n) => ({
      record: `panel:${n}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    expect(`${stdout}${stderr}`).toContain(`${rules.length} rules found`)
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
