import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import type { Contract, EndpointDef } from '#shared/contract/endpoint.ts'
import { ownFiles } from '../support/planted-checkout.ts'

const GUARD = 'useCall'

/** Writing calls that do not go through `useCall`, and what keeps a double press from sending each of them twice. */
const guardedOtherwise: Readonly<Record<string, string>> = {
  'src-renderer/features/tasks/data/use-move-task.ts tasks.update': 'moves of one task go out one after the other',
  'src-renderer/features/tasks/data/use-move-task.ts tasks.order': 'moves of one task go out one after the other',
  'src-renderer/features/files/upload-queue.ts files.upload': 'a file stands in the queue once',
  'src-renderer/features/dashboard/wizard/create-tasks.ts tasks.create': "within the wizard's flow, which is guarded",
  'src-renderer/app/land.ts notifications.changeSettings': 'goes out once, when a new account lands',
  'src-renderer/features/tasks/backlog/use-restore-all.ts tasks.restore':
    'the question is answered once, and its button rests',
  'src-renderer/features/tasks/offer/offer-calls.ts offers.set': 'undo takes each act once',
  'src-renderer/lib/session.ts auth.logout': 'ends the session whatever the answer',
}

const endpointOf = (group: string, name: string): EndpointDef | undefined => (contract as Contract)[group]?.[name]
/** AI calls change nothing, so they do not count: a second press ends the first call and starts over. */
const isWriting = (group: string, name: string) => {
  const endpoint = endpointOf(group, name)
  return endpoint !== undefined && endpoint.method !== 'GET' && group !== 'ai'
}

type Call = { operation: string; isGuarded: boolean }

/** The writing calls of a source: each `api.group.name(…)`, and each operation that the first argument of `useCall(…)` names. */
const writingCalls = (path: string, text: string): Call[] => {
  const found: Call[] = []
  const visit = (node: ts.Node, isGuarded: boolean): void => {
    if (isGuarded && ts.isStringLiteral(node)) {
      const [group = '', name = ''] = node.text.split('.')
      if (isWriting(group, name)) found.push({ operation: node.text, isGuarded })
    }
    const callee = ts.isCallExpression(node) ? node.expression : undefined
    if (callee && ts.isPropertyAccessExpression(callee) && ts.isPropertyAccessExpression(callee.expression)) {
      const { expression: root, name: group } = callee.expression
      if (root.getText() === 'api' && isWriting(group.text, callee.name.text))
        found.push({ operation: `${group.text}.${callee.name.text}`, isGuarded: false })
    }
    const guard = ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === GUARD
    ts.forEachChild(node, (child) => visit(child, isGuarded || (guard && child === node.arguments[0])))
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), false)
  return found
}

const sources = ownFiles().filter((path) => /^src-renderer\/.*(?<!\.test)\.tsx?$/.test(path))

test('[COL-55] each call of the screens that writes goes through the guard against a double press', () => {
  const calls = sources.flatMap((path) =>
    writingCalls(path, readFileSync(path, 'utf8')).map((call) => ({ ...call, where: `${path} ${call.operation}` })),
  )
  const open = calls.filter(({ isGuarded }) => !isGuarded).map(({ where }) => where)
  expect(open.filter((where) => !guardedOtherwise[where])).toEqual([])
  expect(Object.keys(guardedOtherwise).filter((where) => !open.includes(where))).toEqual([])
  // Without this a search that finds no calls at all would pass.
  const guarded = calls.filter(({ isGuarded }) => isGuarded).map(({ operation }) => operation)
  expect(guarded).toEqual(
    expect.arrayContaining(['memberships.answer', 'memberships.invite', 'memberships.setRole', 'projects.remove']),
  )
})

test('[COL-55] a writing call outside of the guard is found', () => {
  const planted = `const send = () => api.memberships.invite({})
useCall('projects.remove', { input: () => api.projects.apply({}) })
useCall(({ isGood }) => (isGood ? 'creatorApplications.approve' : 'creatorApplications.reject'), {})`
  expect(writingCalls('planted.ts', planted)).toEqual([
    { operation: 'memberships.invite', isGuarded: false },
    { operation: 'projects.remove', isGuarded: true },
    { operation: 'projects.apply', isGuarded: false },
    { operation: 'creatorApplications.approve', isGuarded: true },
    { operation: 'creatorApplications.reject', isGuarded: true },
  ])
})
