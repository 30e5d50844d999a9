import { expect, test } from 'vitest'
import type { LiveFrame } from '../shared/contract/live.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createCreator, createMembership, createProject, createUser, unique } from '../tests/support/factories.ts'
import { startFaultProxy } from '../tests/support/fault-proxy.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()

/** A project with an owner and a member, and the environments in which they call the CLI. */
const team = async () => {
  const { user, accessToken } = await createCreator(server)
  const project = await createProject(server, user.id, { title: unique('Harbour map ') })
  const { user: member, accessToken: memberToken } = await createUser(server)
  await createMembership(server, project.id, member.id)
  const envOf = (token: string) => ({ GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: token })
  return { project, owner: server.client(accessToken), member, env: envOf(memberToken), ownerEnv: envOf(accessToken) }
}
type Env = NodeJS.ProcessEnv
const run = (env: Env, ...args: string[]) => runCommand(args, { env })
const json = async (env: Env, ...args: string[]) => {
  const { stdout, exitCode, stderr } = await run(env, ...args, '--json')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, never>
}
/** Several programs are started in each test, one after the other. */
const SLOW = 90_000

test(
  '[TOKEN-17] a member lists, shows, creates, moves, comments and hands in tasks, by number or by ID',
  async () => {
    const { project, owner, env, member } = await team()
    const where = ['--project', project.id]
    const made = await json(
      env,
      'task',
      'create',
      ...where,
      '--title',
      'Draw the map',
      '--description',
      'All harbours.',
    )
    expect(made).toMatchObject({ number: '1', title: 'Draw the map', status: 'Assigned', assignee: null })
    const { id } = made as unknown as { id: string }
    const keyed = ['task', 'create', ...where, '--title', 'Ship', '--description', 'All of it.', '--key', 'release-1.4']
    const first = await json(env, ...keyed)
    expect(first).toMatchObject({ number: '2' })
    expect(await json(env, ...keyed)).toEqual(first)
    await owner.tasks.update({ params: { id }, body: { assignedToID: member.id } })
    expect(await run(env, 'task', 'move', '1', 'in-progress', ...where)).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'Task #1 is In Progress.\n',
    })
    expect((await run(env, 'task', 'comment', '#1', ...where, '--text', 'The first sketch is there.')).exitCode).toBe(0)
    expect((await owner.comments.list({ params: { id }, query: {} })).data.map(({ body }) => body)).toEqual([
      'The first sketch is there.',
    ])
    const handedIn = await json(env, 'task', 'submit', id, '--note', 'Done.', '--link', 'https://example.org/map')
    expect(handedIn).toMatchObject({ number: '1', status: 'Under Review' })
    const [round] = (await owner.submissions.list({ params: { id } })).data
    expect(round).toMatchObject({ note: 'Done.', links: ['https://example.org/map'] })
    const shown = await run(env, 'task', 'show', '1', ...where)
    expect(shown.stdout).toContain('#1 Draw the map\nUnder Review')
    const listed = await run(env, 'task', 'list', ...where, '--status', 'under-review')
    expect(listed.stdout).toMatch(/^# +TITLE +STATUS +ASSIGNEE +DUE +ID\n1 +Draw the map +Under Review/)
  },
  SLOW,
)

test(
  '[STAGE-10] project stages prints the stages, and task stage moves a task to one by its name',
  async () => {
    const { project, env, owner } = await team()
    const none = await run(env, 'project', 'stages', project.id)
    expect(none).toMatchObject({ stdout: '', stderr: 'The board of this project has a column for each status.\n' })
    const params = { id: project.id }
    const stages = [
      { name: 'Build', status: 2, limit: 3 },
      { name: 'QA', status: 3 },
      { name: 'Shipped', status: 4 },
    ]
    await owner.stages.replace({ params, body: { version: 0, stages } })
    expect((await run(env, 'project', 'stages', project.id)).stdout).toMatch(
      /^STAGE +STATUS +LIMIT +ID\nBuild +In Progress +3 +1\nQA +Under Review +2\nShipped +Completed +3\n$/,
    )
    expect(await json(env, 'project', 'stages', project.id)).toMatchObject({
      version: 1,
      data: [{ id: 1, name: 'Build', status: 'In Progress', limit: 3 }, { id: 2 }, { id: 3 }],
    })
    const { data: task } = await owner.tasks.create({
      body: { projectID: project.id, title: 'Draw', description: 'Work.' },
    })
    const moved = await run(env, 'task', 'stage', '1', 'qa', '--project', project.id)
    expect(moved).toMatchObject({ exitCode: 0, stderr: 'Task #1 is in QA.\n' })
    const inBuild = { number: '1', status: 'In Progress', stage: 'Build' }
    expect(await json(env, 'task', 'stage', task.id, 'Build')).toMatchObject(inBuild)
    expect(await json(env, 'task', 'show', task.id)).toMatchObject(inBuild)
    expect((await run(env, 'task', 'show', task.id)).stdout).toContain('#1 Draw\nIn Progress · Build · nobody')
    const where = ['--project', project.id]
    const made = ['--title', 'Ink', '--description', 'Work.', '--stage', 'qa']
    expect(await json(env, 'task', 'create', ...where, ...made)).toMatchObject({ status: 'Under Review', stage: 'QA' })
    expect((await run(env, 'task', 'list', ...where)).stdout).toMatch(
      /^# +TITLE +STATUS +STAGE +ASSIGNEE +DUE +ID\n2 +Ink +Under Review +QA +.*\n1 +Draw +In Progress +Build /,
    )
    const ofQA = await json(env, 'task', 'list', ...where, '--stage', 'qa')
    expect(ofQA).toMatchObject({ data: [{ number: '2', stage: 'QA' }] })
    expect((await run(env, 'task', 'list', ...where, '--stage', 'Test')).exitCode).toBe(1)
    expect((await owner.tasks.get({ params: { id: task.id } })).data.stageID).toBe(1)
    expect(await run(env, 'task', 'stage', task.id, 'Shipped')).toMatchObject({ exitCode: 4, stdout: '' })
    const unknown = await run(env, 'task', 'stage', task.id, 'Test')
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' })
    expect(unknown.stderr).toContain('The project has no stage "Test": it has "Build", "QA", "Shipped".')
  },
  SLOW,
)

test(
  '[TOKEN-17] the permissions are those of the screens, and what cannot be found is said',
  async () => {
    const { project, env, owner } = await team()
    const where = ['--project', project.id]
    const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
    await owner.tasks.create({ body })
    const refused = await run(env, 'task', 'move', '1', 'completed', ...where)
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' })
    expect(await run(env, 'task', 'show', '2', ...where)).toMatchObject({
      exitCode: 1,
      stderr: 'The project has no task 2.\n',
    })
    expect(await run(env, 'task', 'show', '2')).toMatchObject({ exitCode: 2 })
    expect(await run(env, 'task', 'move', '1', 'nowhere', ...where)).toMatchObject({ exitCode: 2 })
    const stranger = await createUser(server)
    const strange = { ...env, GUILDHALL_TOKEN: stranger.accessToken }
    expect((await run(strange, 'task', 'list', ...where)).exitCode).toBe(4)
  },
  SLOW,
)

test(
  '[TOKEN-16] inbox, work and projects print what their screens show, and inbox mark changes it',
  async () => {
    const { project, owner, env, member, ownerEnv } = await team()
    const title = unique('Print the charts ')
    const body = { projectID: project.id, title, description: 'Work.', assignedToID: member.id }
    const { data: task } = await owner.tasks.create({ body })
    const inbox = await run(env, 'inbox', 'list')
    expect(inbox.stdout).toContain(title)
    const { data } = (await json(env, 'inbox', 'list')) as unknown as { data: Array<{ id: string; taskID: string }> }
    expect(data).toMatchObject([{ taskID: task.id, isUnread: true, kind: 'task.created' }])
    expect(await run(env, 'inbox', 'mark', 'done', data[0]?.id ?? '')).toMatchObject({
      exitCode: 0,
      stderr: 'The notice is done.\n',
    })
    expect(await run(env, 'inbox', 'list')).toMatchObject({ stdout: '', stderr: 'Nothing waits for you.\n' })
    expect((await run(env, 'inbox', 'list', '--view', 'done')).stdout).toContain(title)

    expect((await run(env, 'work')).stdout).toBe(`Next\n  #${task.taskId} ${title} (${project.title})\n`)
    expect(await json(env, 'work')).toMatchObject({ now: [], next: [{ title, number: task.taskId }] })
    expect(await json(env, 'project', 'list')).toEqual({
      data: [{ id: project.id, title: project.title, status: expect.any(String) as string, isOwner: false }],
    })
    expect(await json(ownerEnv, 'project', 'list')).toMatchObject({ data: [{ id: project.id, isOwner: true }] })
    expect((await run(env, 'project', 'show', project.id)).stdout).toContain(project.title)
  },
  SLOW,
)

test(
  '[TOKEN-21] the fields of --json stay as they are',
  async () => {
    const { project, owner, env, member } = await team()
    const body = { projectID: project.id, title: 'Draw', description: 'Work.', assignedToID: member.id }
    const { data: task } = await owner.tasks.create({ body })
    const keysOf = (value: unknown) => Object.keys(value as object)
    expect(keysOf(await json(env, 'task', 'show', task.id))).toEqual([
    'id', 'number', 'projectID', 'title', 'description', 'status', 'assignee', 'dueOn', 'priority', 'updatedAt', 'stage',
  ]) // prettier-ignore
    expect(keysOf((await json(env, 'inbox', 'list'))['data']?.[0])).toEqual([
    'id', 'kind', 'text', 'isUnread', 'count', 'projectID', 'taskID', 'requestID', 'address', 'updatedAt',
  ]) // prettier-ignore
    const work = await json(env, 'work')
    expect(keysOf(work)).toEqual(['now', 'next', 'waiting', 'waitingForMe'])
    expect(keysOf(work['next']?.[0])).toEqual([
    'kind', 'id', 'projectID', 'project', 'number', 'title', 'dueOn', 'priority', 'person', 'reasons', 'since', 'answerBy',
    'by', 'amountCents', 'currency', 'isDisputed',
  ]) // prettier-ignore
    expect(keysOf(await json(env, 'project', 'show', project.id))).toEqual([
    'id', 'title', 'description', 'status', 'isArchived', 'skills',
  ]) // prettier-ignore
  },
  SLOW,
)

test(
  '[TOKEN-22] texts of others cannot drive the terminal, and no cell of a CSV is a formula',
  async () => {
    const { project, owner, env } = await team()
    const body = { projectID: project.id, title: '=cmd|"/C calc"!A1', description: 'Work.' }
    await owner.tasks.create({ body })
    await owner.tasks.create({ body: { ...body, title: 'Red \u001b[31m and bell \u0007' } })
    const csv = await run(env, 'task', 'list', '--project', project.id, '--csv')
    expect(csv.stdout).toContain(`"'=cmd`)
    const table = await run(env, 'task', 'list', '--project', project.id)
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    expect(csv.stdout + table.stdout).not.toMatch(/[\u0007\u001b]/)
  },
  SLOW,
)

test(
  '[CAP-10] against a server of the first release new commands say so and exit with 1, and old calls work',
  async () => {
    const { env, project } = await team()
    const proxy = await startFaultProxy(server.origin, {
      lacks: ({ path }) => /capabilities|notifications|users.work$/.test(path),
    })
    const old = { ...env, GUILDHALL_SERVER_URL: proxy.origin }
    for (const args of [['inbox', 'list'], ['work']]) {
      const refused = await run(old, ...args)
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
      expect(refused.stderr).toMatch(/^http:\S+ has no .*\.\n$/)
    }
    expect((await run(old, 'task', 'list', '--project', project.id)).exitCode).toBe(0)
    await proxy.close()
  },
  SLOW,
)

test(
  '[TOKEN-20] doctor finds a healthy server in order, and says of a missing one what to do, with exit 1',
  async () => {
    const { env } = await team()
    const well = await run(env, 'doctor')
    expect({ exitCode: well.exitCode, stderr: well.stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(well.stdout.match(/^ok +\w+/gm)?.map((line) => line.split(/ +/)[1])).toEqual([
    'server', 'version', 'capabilities', 'mail', 'clock', 'keychain',
  ]) // prettier-ignore
    const away = await run({ ...env, GUILDHALL_SERVER_URL: 'http://127.0.0.1:9' }, 'doctor', '--json')
    expect(away.exitCode).toBe(1)
    const { checks } = JSON.parse(away.stdout) as { checks: Array<{ name: string; isFine: boolean; says: string }> }
    expect(checks[0]).toMatchObject({ name: 'server', isFine: false })
    expect(checks[0]?.says).toContain('does not answer')
    expect(away.stderr).toBe('One check has failed.\n')
  },
  SLOW,
)

/** Runs `events follow` until it is stopped, and hands out the lines that it has printed. */
const follow = (env: Env, ...args: string[]) => {
  let pid = 0
  let printed = ''
  const ended = runCommand(['events', 'follow', '--json', ...args], {
    env,
    onStart: (started) => (pid = started),
    onOutput: (text) => (printed += text),
  })
  const frames = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { kind: string; cursor: string })
  return {
    kinds: () => frames().flatMap(({ kind }) => (kind.startsWith('task.') ? [kind] : [])),
    lastCursor: () => frames().at(-1)?.cursor ?? '',
    stop: () => {
      process.kill(pid, 'SIGINT')
      return ended
    },
    ended,
  }
}

test(
  '[TOKEN-19] events follow prints changes in their order, goes on after an interruption and from a cursor, and ends by Ctrl-C',
  async () => {
    const { project, owner, env } = await team()
    const proxy = await startFaultProxy(server.origin)
    const away = { ...env, GUILDHALL_SERVER_URL: proxy.origin }
    const following = follow(away)
    const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
    const { data: task } = await owner.tasks.create({ body })
    // The stream begins when it is ready, which nobody outside can see: the first change may come before it.
    let status = 1
    const move = async () => {
      status = 3 - status
      await owner.tasks.update({ params: { id: task.id }, body: { status } })
      return following.kinds().length
    }
    await expect.poll(move, { timeout: 30_000, interval: 500 }).toBeGreaterThan(0)
    proxy.cut()
    const before = following.kinds().length
    const { data: missed } = await owner.tasks.create({ body })
    await expect.poll(() => following.kinds().slice(before), { timeout: 30_000 }).toContain('task.created')
    const cursor = following.lastCursor()
    const stopped = await following.stop()
    expect({ exitCode: stopped.exitCode, stderr: stopped.stderr }).toEqual({ exitCode: 0, stderr: '' })
    await owner.tasks.update({ params: { id: missed.id }, body: { status: 2 } })
    const again = follow(away, '--after', cursor)
    await expect.poll(() => again.kinds(), { timeout: 30_000 }).toEqual(['task.moved'])
    await again.stop()
    await proxy.close()
  },
  SLOW,
)

test(
  '[FEED-01] events list prints what came behind a place, once, and where to go on',
  async () => {
    const { project, owner, env } = await team()
    const list = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand(['events', 'list', ...args], { env })
      return { exitCode, stdout, stderr }
    }
    const read = async (...args: string[]) =>
      JSON.parse((await list('--json', ...args)).stdout) as { data: LiveFrame[]; nextCursor: string; reset: boolean }
    const { nextCursor } = await read()
    const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
    const { data: task } = await owner.tasks.create({ body })
    const behind = ['--after', nextCursor, '--project', project.id, '--kinds', 'task.created', '--wait', '20']
    const page = await read(...behind)
    expect(page).toMatchObject({ data: [{ kind: 'task.created', taskID: task.id }], reset: false })
    const printed = await list(...behind)
    expect(printed.stdout).toContain(`task.created by ${page.data[0]?.actorID} project ${project.id} task ${task.id}`)
    // Other transactions may have moved the place on.
    const [, next = ''] = /Go on with --after (\S+)/.exec(printed.stderr) ?? []
    expect((await read('--after', next, '--project', project.id)).data).toEqual([])
    expect((await list('--wait', '26')).exitCode).toBe(2)
    expect((await list('--kinds', 'comet.seen')).exitCode).not.toBe(0)
  },
  SLOW,
)

test(
  '[TOKEN-19] a token that is revoked ends it with the reason',
  async () => {
    const { env } = await team()
    const { data } = await server.client(env.GUILDHALL_TOKEN).tokens.create({
      body: { name: 'Follows', scopes: ['read'], endsAt: new Date(Date.now() + 60_000).toISOString() },
    })
    const following = follow({ ...env, GUILDHALL_TOKEN: data.token })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await server.client(env.GUILDHALL_TOKEN).tokens.revoke({ params: { id: data.id } })
    expect(await following.ended).toMatchObject({ exitCode: 3 })
  },
  SLOW,
)
