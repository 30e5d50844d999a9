import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { formatTable } from './output/table.ts'
import { runCommand } from '../tests/support/cli-runner.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

test('a column named ID is whole on the narrowest terminal, in whatever list it stands', () => {
  const row = { id, title: 'A title that is longer than there is room for' }
  const title = { title: 'TITLE', name: 'title', text: () => row.title }
  for (const name of ['ID', 'PROJECT ID'])
    for (const isMinor of [true, false]) {
      const columns = [{ title: name, name: 'id', text: () => row.id, isMinor }, title]
      for (const room of [20, 60, 80, 120])
        expect(formatTable(columns, [row], { isColorful: false, room }), `${name} at ${room}`).toContain(id)
    }
})

test('an ID that a terminal has cut off is explained, before anything is asked of the server', async () => {
  const part = id.slice(0, 20)
  for (const [words, said] of [
    [['project', 'show', part], `"${part}" is not the ID of a project; \`project list --json\` shows it whole.`],
    [['task', 'list', '--project', part], `"${part}" is not the ID of a project;`],
    [['task', 'show', part], `"${part}" is not the ID of a task, nor its number;`],
    [['inbox', 'mark', 'read', id, part], `"${part}" is not the ID of a notice;`],
    [['audit', 'list', '--project', part], `"${part}" is not the ID of a project;`],
    [['request', 'list', '--project', part], `"${part}" is not the ID of a project;`],
    [
      ['applications', 'approve', part],
      `"${part}" is not the ID of an application; \`applications list --json\` shows it whole.`,
    ],
    [['applications', 'reject', part, part], `"${part}" is not the ID of an application;`],
    [['request', 'decide', 'approve', part, '--project', id], `"${part}" is not the ID of an application;`],
    [['token', 'revoke', part], `"${part}" is not the ID of a token;`],
  ] as const) {
    const { exitCode, stderr } = await runCommand([...words])
    expect({ exitCode, stderr }, words.join(' ')).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(said) as string,
    })
  }
})

test('every option and argument that takes the ID of a project reads a whole one', () => {
  const files = readdirSync('cli').filter((name) => /(?:-commands|^program)\.ts$/.test(name))
  const lines = files.flatMap((file) => readFileSync(`cli/${file}`, 'utf8').split('\n'))
  const projects = lines.filter((line) => /ption\('--project <id>'/.test(line))
  expect(projects.length).toBeGreaterThan(4)
  for (const line of projects) expect(line).toContain('projectID)')
})
