import { expect, test } from 'vitest'
import { ofServer, operations } from '../shared/contract/index.ts'
import type { outlinesOf } from '../shared/contract/outlines.ts'
import { outlinesModule } from './outlines.ts'

type Outlines = { outlinesOf: typeof outlinesOf }

test('the list of calls in the CLI says of each call what the contract says, without its schemas', async () => {
  const made = (await import(`data:text/javascript,${encodeURIComponent(outlinesModule())}`)) as Outlines
  for (const { operation, endpoint } of operations) {
    const [noun = '', name = ''] = operation.split('.')
    const outline = (await made.outlinesOf(noun as Parameters<typeof outlinesOf>[0]))[name]
    const { params: _, response: __, query, body, ...rest } = endpoint
    for (const field of ofServer) delete rest[field]
    const takes = { ...(query && { query: true }), ...(body && { body: true }) }
    expect(outline, operation).toEqual({ ...rest, ...takes })
  }
})
