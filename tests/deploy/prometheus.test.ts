import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const path = join(root, 'deploy', 'prometheus-rules.yml')
const text = readFileSync(path, 'utf8')

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}
const { groups } = parse(text) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

/** The rows of the table of metrics: the names in the first column, and whether the last column has an alarm. */
const rows = [
  ...readFileSync(join(root, 'docs', 'operations.md'), 'utf8').matchAll(
    /^\| (`(?:guildhall|process)_.*?) +\| .*? \| (.*?) +\|$/gm,
  ),
].map(([, names = '', alarm = '']) => ({
  names: [...`${names} ${alarm}`.matchAll(/\b(?:guildhall|process|nodejs)_\w*[a-z]\b/g)].map(([name]) => name),
  hasAlarm: alarm.trim() !== '',
}))
const namesOf = (expr: string) =>
  [...expr.matchAll(/\b(?:guildhall|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))

test('each alarm has a name of its own, an expression, a time, how urgent it is and a sentence', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule, rule.alert).toEqual({
      alert: expect.stringMatching(/^Guildhall[A-Z]\w+$/) as string,
      expr: expect.stringMatching(/[<>=] *[\d.]/) as string,
      ...(rule.for !== undefined && { for: expect.stringMatching(/^\d+m$/) as string }),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) as string },
      annotations: { summary: expect.stringMatching(/^[A-Z{].*\.$/) as string },
    })
  }
})

test('the alarms are those of the table in docs/operations.md', () => {
  expect(rows.length).toBeGreaterThan(10)
  const used = new Set(rules.flatMap(({ expr }) => namesOf(expr)))
  for (const { names, hasAlarm } of rows)
    if (hasAlarm)
      expect(
        names.filter((name) => used.has(name)),
        names.join(),
      ).not.toEqual([])
  const known = rows.flatMap(({ names }) => names)
  for (const name of used) expect(known).toContain(name)
})

test('every figure of the alarms is one that the server has', () => {
  const source = readFileSync(join(root, 'server', 'process', 'metrics.ts'), 'utf8')
  for (const name of rules.flatMap(({ expr }) => namesOf(expr)))
    if (name.startsWith('guildhall_')) expect(source).toContain(`name: '${name}'`)
})

/** Twenty minutes in which everything is wrong, as promtool writes series: a start, a step, how often. */
const WRONG = {
  up: '0+0x40',
  guildhall_database_up: '0+0x40',
  'guildhall_requests_total{status="200"}': '0+90x40',
  'guildhall_requests_total{status="500"}': '0+10x40',
  'guildhall_request_duration_seconds_bucket{operation="tasks.get",le="2.5"}': '0+90x40',
  'guildhall_request_duration_seconds_bucket{operation="tasks.get",le="5"}': '0+100x40',
  'guildhall_request_duration_seconds_bucket{operation="tasks.get",le="+Inf"}': '0+100x40',
  'guildhall_database_connections{state="waiting"}': '3+0x40',
  'guildhall_jobs{state="given_up"}': '0+1x40',
  guildhall_job_oldest_due_seconds: '301+0x40',
  'guildhall_mails_total{outcome="failed"}': '0+1x40',
  'guildhall_stream_lag_seconds_bucket{le="1"}': '0+90x40',
  'guildhall_stream_lag_seconds_bucket{le="2.5"}': '0+100x40',
  'guildhall_stream_lag_seconds_bucket{le="+Inf"}': '0+100x40',
  guildhall_events_set_aside_total: '0+1x40',
  'guildhall_store_failures_total{call="put"}': '0+1x40',
  guildhall_clock_offset_seconds: '-6+0x40',
  guildhall_replica_lag_seconds: '6+0x40',
  guildhall_disk_free_bytes: '1000000000+0x40',
  process_open_fds: '900+0x40',
  process_max_fds: '1000+0x40',
  nodejs_eventloop_lag_p99_seconds: '0.6+0x40',
}
/** The same figures in good order. */
const RIGHT = {
  ...WRONG,
  up: '1+0x40',
  guildhall_database_up: '1+0x40',
  'guildhall_requests_total{status="500"}': '5+0x40',
  'guildhall_request_duration_seconds_bucket{operation="tasks.get",le="2.5"}': '0+100x40',
  'guildhall_database_connections{state="waiting"}': '0+0x40',
  'guildhall_jobs{state="given_up"}': '5+0x40',
  guildhall_job_oldest_due_seconds: '10+0x40',
  'guildhall_mails_total{outcome="failed"}': '5+0x40',
  'guildhall_stream_lag_seconds_bucket{le="1"}': '0+100x40',
  guildhall_events_set_aside_total: '5+0x40',
  'guildhall_store_failures_total{call="put"}': '5+0x40',
  guildhall_clock_offset_seconds: '-0.1+0x40',
  guildhall_replica_lag_seconds: '0.3+0x40',
  guildhall_disk_free_bytes: '9000000000+0x40',
  process_open_fds: '90+0x40',
  nodejs_eventloop_lag_p99_seconds: '0.02+0x40',
}
const TARGET = 'job="guildhall",instance="one:4310"'
const seriesOf = (figures: Readonly<Record<string, string>>) =>
  Object.entries(figures).map(([name, values]) => ({
    series: name.includes('{') ? name.replace('{', `{${TARGET},`) : `${name}{${TARGET}}`,
    values,
  }))

const isMissing = spawnSync('promtool', ['--version']).status !== 0
test.skipIf(isMissing)(
  `promtool accepts the alarms, and each goes off when it should${isMissing ? ' (promtool is not installed, so this is not tried)' : ''}`,
  () => {
    const scratch = mkdtempSync(join(tmpdir(), 'guildhall-alarms-'))
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      return { status, said: status === 0 ? '' : stdout + stderr }
    }
    expect(run('check', 'rules', path)).toEqual({ status: 0, said: '' })
    const on = (figures: Readonly<Record<string, string>>, names: string[]) => ({
      interval: '30s',
      input_series: seriesOf(figures),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '20m',
          exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    })
    const tests = [
      on(
        WRONG,
        rules.map(({ alert }) => alert),
      ),
      on(RIGHT, []),
    ]
    const file = join(scratch, 'alarms.json')
    writeFileSync(file, JSON.stringify({ rule_files: [path], evaluation_interval: '30s', tests }))
    expect(run('test', 'rules', file)).toEqual({ status: 0, said: '' })
    rmSync(scratch, { recursive: true })
  },
)
