import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { errorBody, operations, type EndpointDef } from '#shared/contract/index.ts'
import { validInput } from '../../tests/api/valid-input.ts'
import { type CallInput, createCell, createOwnCell } from '../../tests/api/case.ts'
import { cases } from '../../tests/api/cases/index.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { REFUSING } from '#support/webhook-targets.ts'

/** The number of inputs for each call, which is small here; a long run sets more. */
const RUNS = Number(process.env['GUILDHALL_FUZZ_RUNS'] ?? 12)
/**
 * A seed sends the same inputs again. Without a seed each run sends others, and the report of a failure names the seed
 * to use.
 */
const SEED = process.env['GUILDHALL_FUZZ_SEED']
/** The milliseconds that one input may take; this is generous, for a machine that is busy with other things. */
const MS_PER_RUN = 250

let server: TestApp
let knownIDs: string[]
let people: { token: string | undefined; isAdministrator: boolean }[]
/** What the operation's cases (tests/api/cases) send. */
let arranged: CallInput[]
beforeAll(async () => {
  const limits = { searchLimit: 1_000_000, taskLimit: 1_000_000, projectLimit: 1_000_000, writeLimit: 1_000_000 }
  server = await startTestApp({
    config: { trustedProxies: ['127.0.0.1'], webhookTargets: REFUSING, ...limits },
    keepsFiles: true,
  })
})
/** Makes new people and a new project, because calls delete, suspend and empty them, and each call should meet complete ones. */
const renew = async (operation: string) => {
  const cell = await createOwnCell(server, 'owner')
  const { owner, member, administrator } = cell.people
  people = [
    { token: undefined, isAdministrator: false },
    ...[owner, member].map(({ accessToken }) => ({ token: accessToken, isAdministrator: false })),
    { token: administrator.accessToken, isAdministrator: true },
  ]
  const { id, taskID } = cell.project
  knownIDs = [id, id, id, owner.id, member.id, taskID, '01890a5d-ac96-774b-bcce-b302099a8057']
  arranged = []
  for (const [name, { input, by = 'owner' }] of cases)
    if (input && name.split(' ')[0] === operation) arranged.push(await input(createCell(server, by, cell)))
}
afterAll(() => server.close())

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '../..',
  '\ud800',
  '💥',
  '-1',
  '1e9',
  'null',
  '٣',
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('x'.repeat(3000)))
const scalar = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))

/**
 * Values for the fields that a schema names, right and wrong ones; some fields are left out, and unknown ones are
 * added.
 */
const fieldsOf = (shape: Record<string, unknown> | undefined) => {
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.constantFrom(...knownIDs),
    fc.dictionary(text, scalar),
  )
  const named = Object.fromEntries(Object.keys(shape ?? {}).map((name) => [name, value]))
  return fc.record({ ...named, isAdministrator: value }, { requiredKeys: [] })
}

/** An empty segment, '.' and '..' name another path, and so another call. */
const isSegment = (value: string) => !/^\.{0,2}$/.test(value)

/** The schema would refuse nearly all random input, so half of the inputs are valid and get past it. */
const valid = (schema: z.ZodType) => validInput(schema, knownIDs) as fc.Arbitrary<object>
const validParams = (params: z.ZodType) =>
  valid(params).filter((values) => Object.values(values).every((value) => isSegment(String(value))))

/** One of these values, which the cases send; `otherwise` where they send none. */
const oneOf = (values: readonly (object | undefined)[], otherwise: fc.Arbitrary<object>): fc.Arbitrary<object> => {
  const plain = values.flatMap((value) => (value === undefined || value instanceof FormData ? [] : [value]))
  return plain.length > 0 ? fc.constantFrom(...plain) : otherwise
}
/** What a case sends, with some fields wrong or in addition. */
const altered = (body: fc.Arbitrary<object>, shape: Record<string, unknown>) =>
  fc.tuple(body, fc.oneof(fc.constant({}), fieldsOf(shape))).map(([right, other]) => ({ ...right, ...other }))

const inputFor = ({ path, params, query, body }: EndpointDef) => {
  const segment = fc.oneof(fc.constantFrom(...knownIDs), text.filter(isSegment))
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const junk = fc.record(Object.fromEntries(names.map((name) => [name, segment])))
  return fc.record({
    params: params
      ? fc.oneof(
          {
            weight: 2,
            arbitrary: oneOf(
              arranged.map((input) => input.params),
              validParams(params),
            ),
          },
          { weight: 1, arbitrary: validParams(params) },
          { weight: 1, arbitrary: junk },
        )
      : junk,
    query: query ? fc.oneof(valid(query), fieldsOf(query.shape)) : fc.constant({}),
    body: body
      ? fc.oneof(
          {
            weight: 3,
            arbitrary: altered(
              oneOf(
                arranged.map((input) => input.body),
                valid(body),
              ),
              body.shape,
            ),
          },
          { weight: 3, arbitrary: valid(body) },
          { weight: 3, arbitrary: fieldsOf(body.shape) },
          { weight: 1, arbitrary: scalar },
        )
      : fc.constant(null),
    who: fc.nat({ max: people.length - 1 }),
  })
}

const encode = (value: unknown) => {
  const asText = typeof value === 'string' ? value : JSON.stringify(value)
  // Half a surrogate pair has no encoding; a client would send the replacement character in its place.
  return encodeURIComponent(Buffer.from(asText ?? '').toString())
}

test(
  'no input makes a call fail on our side, answer out of its schema, or let in a person without the right',
  async () => {
    let sent = 0
    for (const { operation, endpoint } of operations) {
      await renew(operation)
      const property = fc.asyncProperty(inputFor(endpoint), async ({ params, query, body, who }) => {
        const caller = people[who] ?? { token: undefined, isAdministrator: false }
        const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
          encode((params as Record<string, unknown>)[name]),
        )
        const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
        const answer = await server.app.inject({
          method: endpoint.method,
          url: `/api${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
          headers: {
            'x-forwarded-for': `10.2.${(sent += 1) % 250}.${Math.floor(sent / 250) % 250}`,
            ...(endpoint.body && { 'content-type': 'application/json' }),
            ...(caller.token && { authorization: `Bearer ${caller.token}` }),
          },
          ...(endpoint.body && { payload: JSON.stringify(body) }),
          payloadAsStream: endpoint.transfer === 'stream',
        })
        const { statusCode } = answer
        if (endpoint.transfer === 'stream') {
          // The answer has no end that one could wait for.
          answer.stream().destroy()
          expect(statusCode, operation).toBeLessThan(500)
          return
        }
        expect(statusCode, `${operation}: ${answer.body}`).toBeLessThan(500)
        // The bytes of a file have no schema.
        const isFile = endpoint.transfer === 'download' && statusCode < 300
        if (!isFile) (statusCode < 300 ? endpoint.response : errorBody).parse(answer.json())
        const isRefusedToAll = endpoint.policy !== 'public' && endpoint.policy !== 'optional' && !caller.token
        if (isRefusedToAll) expect([400, 401, 404]).toContain(statusCode)
        if (endpoint.policy === 'administrator' && !caller.isAdministrator)
          expect(statusCode).toBeGreaterThanOrEqual(400)
      })
      await fc.assert(property, { numRuns: RUNS, ...(SEED !== undefined && { seed: Number(SEED) }) })
    }
    expect(sent).toBeGreaterThanOrEqual(operations.length * RUNS)
  },
  Math.max(120_000, operations.length * RUNS * MS_PER_RUN),
)
