import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

test('where the programs are missing, npm run test:ha exits with 77 and names their packages', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'test-ha.mjs')], {
    encoding: 'utf8',
    env: { PATH: '' },
  })
  expect(stderr).toMatch(/^Not tried: .*: apt-get install patroni etcd-server haproxy( postgresql)?\n$/)
  expect(status).toBe(77)
})

test('npm run test:ha says what is wrong with a size before it looks for programs', () => {
  const wrong = spawnSync(process.execPath, [join(root, 'scripts', 'test-ha.mjs'), '--kills', 'many'], {
    encoding: 'utf8',
    env: { PATH: '' },
  })
  expect(wrong.stderr).toBe('--kills must be a whole number from 1, not "many".\n')
  expect(wrong.status).toBe(2)
})

test('the samples for Patroni and HAProxy name the same machines, and what docs/high-availability.md promises', () => {
  const patroni = parse(read('deploy', 'patroni.yml')) as {
    bootstrap: { dcs: { ttl: number; synchronous_mode: boolean } }
    restapi: { connect_address: string; authentication?: { username: string; password: string } }
    postgresql: { connect_address: string }
  }
  const page = read('docs', 'high-availability.md')
  expect(patroni.bootstrap.dcs.synchronous_mode).toBe(true)
  expect(page).toContain(`\`ttl\` (${patroni.bootstrap.dcs.ttl} s)`)
  // Without it anybody in the network could have Patroni run programs as postgres.
  expect(patroni.restapi.authentication).toEqual({ username: 'patroni', password: 'CHANGE-ME' })
  const [, checked] = patroni.restapi.connect_address.split(':')
  expect(read('deploy', 'haproxy.cfg')).toContain(
    `server pg1 ${patroni.postgresql.connect_address} check port ${checked}\n`,
  )
  for (const sample of ['patroni.yml', 'haproxy.cfg']) expect(page).toContain(`(../deploy/${sample})`)
})

const haproxyIsThere = spawnSync('haproxy', ['-v']).status === 0
test.skipIf(!haproxyIsThere)(
  `HAProxy accepts its samples${haproxyIsThere ? '' : ' (haproxy -v is not there, so this is not tried)'}`,
  () => {
    for (const path of ['deploy/haproxy.cfg', 'tests/ha/balancer.cfg']) {
      const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(root, path)], { encoding: 'utf8' })
      expect({ status, stderr }, path).toEqual({ status: 0, stderr: '' })
    }
  },
)
