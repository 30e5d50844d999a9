import { expect, test } from 'vitest'
import { claimStates } from '../shared/contract/claims.ts'
import { openTaskModes, openTaskSorts } from '../shared/contract/open-tasks.ts'
import { createClaimWorld } from '../tests/support/claims.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createMembership, createUser } from '../tests/support/factories.ts'
import { testApp } from '../tests/support/server.ts'
import { claimStateWords, openTaskModeWords, openTaskSortWords } from './words.ts'

const server = testApp()

/** Several programs are started in each test, one after the other. */
const SLOW = 180_000
const member = async (projectID: string, role: 'admin' | 'member' = 'member') => {
  const { user, accessToken } = await createUser(server, { skills: ['Maps'] })
  await createMembership(server, projectID, user.id, role)
  return { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: accessToken }
}

test(
  '[OPEN-24] [CLAIM-63] a member lists and shows open tasks, takes one, extends it and gives it back',
  async () => {
    const { projectID, offered, owner } = await createClaimWorld(server)
    const env = await member(projectID)
    const run = (...args: string[]) => runCommand(args, { env })
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) as never
    const taskID = await offered()
    const { data: task } = await owner.api.tasks.get({ params: { id: taskID } })
    expect(await json('open', 'list', '--project', projectID)).toMatchObject({
      data: [{ id: taskID, number: task.taskId, mode: 'claim', may: true, whyNot: null }],
    })
    expect((await run('open', 'list', '--project', projectID, '--mode', 'apply')).stderr).toBe(
      'No open task matches.\n',
    )
    const shown = (await run('open', 'show', taskID)).stdout
    expect(shown).toContain('Yours for 7 days after you take it. Reviewed within 14 days, or it counts as accepted.')
    expect(shown).toContain('You may take it.')
    expect((await run('claim', 'make', projectID, task.taskId)).stderr).toMatch(
      /^Task #\d+ is taken\. It is yours until /,
    )
    const { data } = (await json('claim', 'list', '--state', 'active')) as { data: Array<{ id: string }> }
    expect(data).toHaveLength(1)
    const id = data[0]?.id ?? ''
    expect((await run('open', 'list', '--project', projectID)).stderr).toBe('No open task matches.\n')
    expect((await run('open', 'show', taskID)).stdout).toContain('You may not take it: Somebody else has this task.')
    const more = await run('claim', 'extend', projectID, task.taskId, '--reason', 'The numbers come on Tuesday.')
    expect(more.stderr).toMatch(/^Extended\. It is yours until \d{4}-\d{2}-\d{2}\.\n$/)
    expect((await run('claim', 'return', id)).stderr).toMatch(/ is given back\.\n$/)
    const again = await run('claim', 'make', projectID, task.taskId)
    expect([again.exitCode, again.stderr]).toEqual([4, expect.stringMatching(/^You had this task\./)])
    expect((await run('open', 'list', '--project', projectID)).stdout).toContain('You had this task.')
    const other = await offered()
    expect((await run('claim', 'make', other)).stderr).toMatch(/ is taken\. It is yours until /)
    const { data: second } = await owner.api.tasks.get({ params: { id: other } })
    expect((await run('claim', 'return', projectID, second.taskId)).stderr).toMatch(/ is given back\.\n$/)
    expect((await run('claim', 'return', projectID, second.taskId)).stderr).toBe(
      `You do not have task ${second.taskId} of the project.\n`,
    )
  },
  SLOW,
)

test(
  '[CLAIM-64] vouch marks a person, takes that back, blocks and unblocks, and lists both',
  async () => {
    const { projectID } = await createClaimWorld(server)
    const { user } = await createUser(server)
    const env = await member(projectID, 'admin')
    const run = (...args: string[]) => runCommand(['vouch', projectID, ...args], { env })
    const marks = async () =>
      (JSON.parse((await run('--json')).stdout) as { data: Array<{ userID: string; mark: string }> }).data.map(
        ({ userID, mark }) => [userID, mark],
      )
    expect((await run()).stderr).toBe('The project vouches for nobody and blocks nobody.\n')
    expect((await run(user.username)).stderr).toBe(`You vouch for ${user.username}.\n`)
    expect(await marks()).toEqual([[user.id, 'vouched']])
    expect((await run()).stdout).toContain(user.username)
    expect((await run(user.username, '--block')).stderr).toBe(`${user.username} is blocked.\n`)
    expect(await marks()).toEqual([[user.id, 'blocked']])
    expect((await run(user.username, '--unblock')).stderr).toBe(`${user.username} is no longer blocked.\n`)
    await run(`@${user.username}`)
    expect((await run(user.username, '--remove')).stderr).toBe(`You no longer vouch for ${user.username}.\n`)
    expect(await marks()).toEqual([])
    expect((await run('--block')).exitCode).toBe(2)
    const ofMember = { env: await member(projectID) }
    expect((await runCommand(['vouch', projectID, user.username], ofMember)).exitCode).toBe(4)
  },
  SLOW,
)

test("the words of --help about open tasks are the contract's", () => {
  expect(openTaskModeWords).toEqual(openTaskModes)
  expect(openTaskSortWords).toEqual(openTaskSorts)
  expect(claimStateWords).toEqual(claimStates)
})
