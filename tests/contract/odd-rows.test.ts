import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from '#shared/api-client/index.ts'
import { type EndpointDef, operations } from '#shared/contract/index.ts'

/**
 * These tests feed every list of the contract rows as other servers may send them: in other spellings and cases, with unknown statuses,
 * and unreadable ones. Good rows stay as they are, odd rows stay, and only unreadable rows are left out.
 */
type Row = Record<string, unknown>
type List = { operation: string; endpoint: EndpointDef; path: string[]; element: z.ZodObject }

/** A row of nothing but free texts and ticks can always be read, so that nothing of its list is ever left out. */
const readsAnything = ({ shape }: z.ZodObject): boolean =>
  Object.values(shape as Record<string, unknown>).every(
    (field) => field instanceof z.ZodBoolean || (field instanceof z.ZodString && !field.def.checks?.length),
  )

const listsIn = (schema: unknown, path: string[] = []): Array<{ path: string[]; element: z.ZodObject }> => {
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return readsAnything(schema.element) ? [] : [{ path, element: schema.element }]
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => listsIn(field, [...path, name]))
}
const lists: List[] = operations.flatMap(({ operation, endpoint }) =>
  listsIn(endpoint.response).map((list) => ({ operation, endpoint, ...list })),
)

/** Draws values that our server may send for a schema. */
const sent = (schema: unknown): Arbitrary<unknown> => {
  if (schema instanceof z.ZodObject)
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sent(field)])))
  if (schema instanceof z.ZodArray) return fc.array(sent(schema.element), { maxLength: 2 })
  if (schema instanceof z.ZodNullable) return fc.option(sent(schema.unwrap()))
  if (schema instanceof z.ZodOptional) return sent(schema.unwrap())
  if (schema instanceof z.ZodDefault) return sent(schema.def.innerType)
  if (schema instanceof z.ZodPipe) return sent(schema.def.in)
  if (schema instanceof z.ZodUnion) return sent(schema.options[0])
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constant(schema.value)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber)
    return fc.integer({
      min: Math.ceil(Math.max(schema.minValue ?? 0, 0)),
      max: Math.floor(Math.min(schema.maxValue ?? 99, 99)),
    })
  if (schema instanceof z.ZodISODate)
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10))
  if (schema instanceof z.ZodISODateTime)
    return fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) => at.toISOString())
  if (schema instanceof z.ZodGUID || schema instanceof z.ZodUUID) return fc.uuid()
  // No name of ours is blank.
  return fc.string({ maxLength: 12 }).map((text) => `a${text}`)
}

const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? bare(schema.def.innerType)
    : schema
const isOptional = (schema: unknown) =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
const otherSpellings: Readonly<Record<string, string>> = {
  title: 'name',
  description: 'body',
  projectID: 'projectId',
  assignedToID: 'userId',
}
/** The fields of each kind of row that other servers may spell otherwise (WIRE-08). */
const spellingsOf: Readonly<Record<string, readonly string[]>> = {
  project: ['title', 'description'],
  request: ['title', 'description', 'projectID'],
  task: ['title', 'description', 'projectID', 'assignedToID'],
}

/** Changes that make a row unusual but still readable. */
const oddities = ({ element, endpoint }: List): Array<(row: Row) => Row> =>
  Object.entries(element.shape as Record<string, unknown>).flatMap(([name, field]) => {
    const kind = bare(field)
    const put = (value: unknown) => (row: Row) => ({ ...row, [name]: value })
    const change = (read: (text: string) => unknown) => (row: Row) =>
      typeof row[name] === 'string' ? { ...row, [name]: read(row[name]) } : row
    const second = otherSpellings[name]
    return [
      ...(kind instanceof z.ZodEnum
        ? [change((text) => text.toUpperCase()), change((text) => text.charAt(0).toUpperCase() + text.slice(1))]
        : []),
      ...(/status$/i.test(name) && !(kind instanceof z.ZodEnum) ? [put(9), put(-3), put('1')] : []),
      ...(/status$/i.test(name) && kind instanceof z.ZodNumber ? [put('on hold'), put(null)] : []),
      ...(name === 'role' || name === 'tier' ? [put('guest')] : []),
      ...(isOptional(field) ? [put(null), put(undefined)] : []),
      ...(kind instanceof z.ZodISODateTime ? [change((at) => at.replace('Z', '+00:00'))] : []),
      ...(name === 'id' ? [change((text) => text.toUpperCase())] : []),
      ...(second && spellingsOf[endpoint.resource ?? '']?.includes(name)
        ? [({ [name]: value, ...rest }: Row) => ({ ...rest, [second]: value })]
        : []),
      (row: Row) => ({ ...row, fieldOfTheirs: { deep: [1] } }),
    ]
  })
const unreadable = fc.constantFrom<unknown>(null, 'row', 7, [], {}, { id: 'seven' })

const at = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Row)[name], body)
const withList = (body: unknown, [name = '', ...rest]: readonly string[], rows: unknown): unknown => ({
  ...(body as Row),
  [name]: rest.length > 0 ? withList((body as Row)[name], rest, rows) : rows,
})
const read = async ({ operation, path }: List, body: unknown) => {
  const said: string[] = []
  const api = createClient(
    () => Promise.resolve({ ok: true, status: 200, data: structuredClone(body) }),
    undefined,
    (text) => said.push(text),
  )
  const [group = '', name = ''] = operation.split('.')
  const calls = api as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
  return { rows: at(await calls[group]?.[name]?.({}), path) as Row[], said }
}

test('the search for lists finds every list of the contract', () => {
  expect(lists.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining([
      'users.projects',
      'users.requests',
      'people.talents',
      'people.profileByUsername',
      'people.search',
      'projects.openProjects',
      'projects.owned',
      'projects.similar',
      'memberships.members',
      'memberships.requests',
      'memberships.search',
      'memberships.suggestions',
      'tasks.list',
      'tasks.active',
      'tasks.byProject',
      'waitlist.list',
      'creatorApplications.list',
      'payments.list',
      'files.list',
    ]),
  )
})

describe.each(lists.map((list) => [`${list.operation} ${list.path.join('.')}`, list] as const))('%s', (_, list) => {
  const good = sent(list.element) as Arbitrary<Row>
  const odd = good.chain((row) => fc.constantFrom(...oddities(list)).map((change) => change(row)))
  const row = fc.oneof(
    good.map((value) => ({ kind: 'good' as const, value: value })),
    odd.map((value) => ({ kind: 'odd' as const, value: value })),
    unreadable.map((value) => ({ kind: 'none' as const, value })),
  )

  test('[MYP-37] one odd row never empties the list', async () => {
    await fc.assert(
      fc.asyncProperty(sent(list.endpoint.response), good, fc.array(row, { maxLength: 5 }), async (rest, one, more) => {
        const rows = [{ kind: 'good' as const, value: one as unknown }, ...more]
        const answer = await read(
          list,
          withList(
            rest,
            list.path,
            rows.map(({ value }) => value),
          ),
        )
        const kept = rows.filter(({ kind }) => kind !== 'none')
        expect(answer.rows).toHaveLength(kept.length)
        for (const [index, { kind, value }] of kept.entries())
          if (kind === 'good') expect(answer.rows[index]).toEqual(await alone(list, rest, value))
        expect(answer.said).toHaveLength(kept.length === rows.length ? 0 : 1)
      }),
      { numRuns: 40 },
    )
  })
})

/** The row as the client reads it in an answer that has no other row. */
const alone = async (list: List, rest: unknown, row: unknown) =>
  (await read(list, withList(rest, list.path, [row]))).rows[0]

test('a list of which no row can be read is an error, and not an empty list', async () => {
  const api = createClient(() => Promise.resolve({ ok: true, status: 200, data: { data: [null, { id: 'seven' }] } }))
  await expect(api.users.projects({})).rejects.toMatchObject({ code: 'BAD_ANSWER' })
})

test('the log tells the shape of a row that is left out, never its values', async () => {
  const list = lists.find(({ operation }) => operation === 'waitlist.list')!
  const [body, good] = fc.sample(fc.tuple(sent(list.endpoint.response), sent(list.element)), 1)[0]!
  const { said } = await read(list, withList(body, list.path, [good, { id: 'seven', email: 'secret@example.org' }]))
  expect(said).toEqual([expect.stringContaining('waitlist.list: 1 unreadable row left out.')])
  expect(said.join()).not.toContain('secret@example.org')
})
