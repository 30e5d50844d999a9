import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCommand } from '#support/cli-runner.ts'
import { createCreator, createMembership, createProject, createUser, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})

const team = async () => {
  const { user, accessToken } = await createCreator(server)
  const project = await createProject(server, user.id, { title: unique('Boat show ') })
  const { user: member } = await createUser(server)
  await createMembership(server, project.id, member.id)
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken, TZ: 'America/Los_Angeles' }
  return { project, owner: server.client(accessToken), member, env }
}
const fileWith = async (name: string, text: string): Promise<string> => {
  const path = join(folder, `${crypto.randomUUID()}-${name}`)
  await writeFile(path, text)
  return path
}
/** Several programs are started in each test, one after the other. */
const SLOW = 90_000

test(
  '[MOVE-10] [MOVE-11] a dry run prints the plan as a table or as JSON, with days of the own zone, and imports nothing',
  async () => {
    const { project, owner, member, env } = await team()
    const file = await fileWith(
      'jira.csv',
      'Summary,Issue key,Status,Priority,Assignee,Due date,Labels,Labels,Comment,Berth\n' +
        `Paint,B-1,QA,P2-High,${member.username},2026-03-06T03:31:00Z,hull,blue,27/Mar/26 3:55 PM;kit;*Which* blue?,North\n` +
        ',B-2,Done,,,,,,,\n',
    )
    const args = ['task', 'import', file, '--project', project.id, '--dry-run', '--map', 'status=QA=Under Review']
    const { stdout, stderr, exitCode } = await runCommand([...args, '--json'], { env })
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({
      kind: 'csv',
      tasks: [
        {
          title: 'Paint',
          description:
            '**From Jira**\n\n- Priority: P2-High\n- Issue key: B-1\n- Due: 2026-03-06T03:31:00Z\n- Berth: North',
          status: 'Under Review',
          stage: 'QA',
          priority: 'high',
          dueOn: '2026-03-05',
          estimateHours: null,
          labels: ['hull', 'blue'],
          assignee: member.username,
          doneWhen: [],
          comments: [{ author: 'kit', on: '2026-03-27', body: '**Which** blue?' }],
        },
      ],
      notes: [],
      refused: [{ line: 3, text: 'It has no title.' }],
    })
    const shown = await runCommand(args, { env })
    expect(shown.stdout).toMatch(/^TITLE +STATUS +ASSIGNEE +DUE +PRIORITY +HOURS +LABELS\nPaint +Under Review/)
    expect(shown.stderr).toBe('Line 3: It has no title.\n1 task would be imported.\n')
    expect((await owner.tasks.byProject({ params: { projectId: project.id }, query: {} })).data).toEqual([])
  },
  SLOW,
)

test(
  '[MOVE-30] an import that is run again adds nothing, unless it is asked to',
  async () => {
    const { project, owner, env } = await team()
    const file = await fileWith('tasks.csv', 'Title,Status\nDraw,Done\nHang,Doing\n')
    const run = async (...more: string[]) =>
      runCommand(['task', 'import', file, '--project', project.id, ...more], { env })
    const tasks = async () => (await owner.tasks.byProject({ params: { projectId: project.id }, query: {} })).data
    expect(await run()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 tasks of import') as string })
    await run()
    expect((await tasks()).map(({ title, status }) => [title, status]).toSorted()).toEqual([['Draw', 4], ['Hang', 2]]) // prettier-ignore
    await run('--again')
    expect(await tasks()).toHaveLength(4)
  },
  SLOW,
)

test(
  '[MOVE-11] what cannot be meant is refused with what there is, before anything is imported',
  async () => {
    const { project, env } = await team()
    const file = await fileWith('sheet.csv', 'Boat,Berth\nA,b\n')
    const run = async (path: string, ...more: string[]) =>
      runCommand(['task', 'import', path, '--project', project.id, ...more], { env })
    expect(await run(file)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--map column=NAME=title: Boat, Berth') as string }) // prettier-ignore
    expect(await run(file, '--map', 'column=Boat=title', '--map', 'status=QA=Done')).toMatchObject({ exitCode: 2, stderr: 'The file has no status "QA".\n' }) // prettier-ignore
    expect(await run(file, '--map', 'status=QA=Nowhere')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('There is no status "Nowhere"') as string }) // prettier-ignore
    expect(await run(file, '--map', 'QA')).toMatchObject({ exitCode: 2 })
    expect(await run(join(folder, 'none.csv'))).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('There is no such file') as string }) // prettier-ignore
    expect(await run(await fileWith('a.json', '{"a":1}'))).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('This JSON has no list of tasks') as string }) // prettier-ignore
    const mapped = await run(
      file,
      '--dry-run',
      '--json',
      '--map',
      'column=Boat=title',
      '--map',
      'column=Berth=assignee',
    )
    expect(JSON.parse(mapped.stdout)).toMatchObject({ tasks: [{ title: 'A', assignee: null }] })
  },
  SLOW,
)

test(
  'a project is exported to a file or to standard output, and never over a file that is there',
  async () => {
    const { project, env } = await team()
    const file = await fileWith('tasks.csv', 'Title,Status\nDraw,Done\n')
    await runCommand(['task', 'import', file, '--project', project.id], { env })
    const { stdout } = await runCommand(['project', 'export', project.id], { env })
    expect(JSON.parse(stdout)).toMatchObject({ format: 'project-tasks', tasks: [{ title: 'Draw', status: 4 }] })
    const output = join(folder, 'out.csv')
    const exported = ['project', 'export', project.id, '--format', 'csv', '--output', output]
    expect((await runCommand(exported, { env })).exitCode).toBe(0)
    expect(await readFile(output, 'utf8')).toContain('Draw')
    expect(await runCommand(exported, { env })).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('There is a file of this name already') as string }) // prettier-ignore
  },
  SLOW,
)
